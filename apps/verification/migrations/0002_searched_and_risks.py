from django.db import migrations, models

SEVERITY = {
    "critical_unsupported": "high",
    "sources_conflict": "high",
    "number_mismatch": "high",
    "modality_shift": "high",
    "single_source": "low",
}


def one_flag_per_kind(apps, schema_editor):
    """Flags were one per claim."""
    for ledger in apps.get_model("verification", "Ledger").objects.exclude(risk_flags=[]).iterator():
        flags = {}
        for old in ledger.risk_flags:
            code = "sources_conflict" if old["code"] == "source_conflict" else old["code"]
            new = {"code": code, "severity": SEVERITY[code], "claim_ids": [], "message": old["message"]}
            flags.setdefault(code, new)["claim_ids"].append(old["claim_id"])
        ledger.risk_flags = [flags[code] for code in SEVERITY if code in flags]
        ledger.save(update_fields=["risk_flags"])


class Migration(migrations.Migration):
    dependencies = [("verification", "0001_initial")]

    operations = [
        migrations.AddField("ledgerentry", "searched", models.JSONField(blank=True, null=True)),
        migrations.RunPython(one_flag_per_kind, migrations.RunPython.noop, elidable=True),
    ]
