"""What is measured of VerityDraft, against labels and against what readers said; see ``every``."""
