"""Words that are opposites by their meaning: a claim may not have one where its source has the other."""

from apps.verification.lexicon import stem

_OPPOSITES = """
    allow permit authorise authorize entitle | prohibit forbid ban bar disallow preclude
    approve accept adopt grant confirm | reject refuse disapprove deny
    include cover comprise contain | exclude omit
    increase rise grow climb gain higher raise expand up | decrease decline fall drop shrink lower reduce contract down
    before | after
    maximum | minimum
    above over | below under
    able | unable
    eligible qualify | ineligible disqualify
    valid | invalid void
    mandatory compulsory obligatory | optional voluntary
    succeed success successful | fail failure unsuccessful
    present | absent
    sufficient adequate enough | insufficient inadequate
    possible | impossible
    legal lawful | illegal unlawful
    safe | unsafe
    likely | unlikely
    available | unavailable
    effective | ineffective
    significant | insignificant
    necessary needed | unnecessary
    complete full | incomplete partial
    known | unknown
    similar same identical | different dissimilar
    positive | negative
    profit surplus income | loss deficit
    inflow | outflow
    buy purchase acquire | sell divest dispose
    open | close shut
    borrow | repay repaid
    issue | redeem
    start begin commence | end stop terminate cease
    enter | leave exit
    win | lose
    strong stronger strengthen | weak weaker weaken
    better improve | worse worsen deteriorate
    more | less fewer
    true | false
    agree | disagree
    often frequent | rarely seldom
    active | inactive
    exempt | subject
    direct | indirect
    public | private
    internal | external
    temporary | permanent
    early earlier | late later
    male | female
    secured | unsecured
    fixed | variable
    refundable | nonrefundable non-refundable
    transferable | nontransferable non-transferable
    taxable | nontaxable non-taxable tax-exempt
    encourage | discourage
    support | oppose
    long longer | short shorter
    high | low
    majority | minority
    import | export
    debit | credit
    assets | liabilities
    borrower | lender
    buyer | seller
    employer | employee
    landlord | tenant
    lessor | lessee
    licensor | licensee
    creditor | debtor
    plaintiff claimant | defendant
    convict guilty | acquit innocent
    uphold affirm | overturn quash
    appoint hire | dismiss
    arrive | depart
    expensive dear dearer | cheap cheaper
"""
# word stem → (the base it stands for, sign)
OPPOSITES: dict[str, tuple[str, int]] = {}
for _line in _OPPOSITES.strip().splitlines():
    _left, _right = ([stem(word) for word in side.split()] for side in _line.split("|"))
    for _word in _left:
        OPPOSITES.setdefault(_word, (f"{_left[0]}/{_right[0]}", 1))
    for _word in _right:
        OPPOSITES.setdefault(_word, (f"{_left[0]}/{_right[0]}", -1))
