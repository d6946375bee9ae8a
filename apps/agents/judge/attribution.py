"""What a text tells as the word of another source: that source bears it out, and who gainsays it is told beside it."""

from apps.verification.wording.framing import ANOTHER_SAYS as ANOTHER_SAYS
from apps.verification.wording.framing import told_of_another as told_of_another
