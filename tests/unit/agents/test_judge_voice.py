"""A company's own report says "we" and "the Company": claims that name it are held against that."""

from dataclasses import replace

import pytest

from apps.agents.judge.voice import in_own_voice
from apps.agents.reading.context import read_context
from apps.verification.decide import decide
from apps.verification.types import Mode, Verdict
from tests.unit.agents.conftest import make_chunk, make_claim

REPORT = "NORDLICHT_2023_10K"
SAID = (
    "We operated 1,138 stores at the end of fiscal 2023. We have not declared or paid any cash dividends. In July 2022 "
    "we opened 47 new stores in Canada. The Company opened two warehouses. Our effective tax rate was 20.7% in fiscal "
    "2023."
)


def verdict(judge, text, passage, title, mode=Mode.STRICT):
    chunk = make_chunk(passage, title)
    claim = replace(make_claim(text), citations=(chunk.key,))
    (judgement,) = judge.judge(claims=(claim,), chunks=(chunk,))
    return decide(claim=claim, judgement=judgement, context=(chunk,), mode=mode, thresholds=judge.thresholds).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Nordlicht operated 1,138 stores at the end of fiscal 2023.",
        "Nordlicht has not declared or paid any cash dividends.",
        "In July 2022, Nordlicht opened 47 new stores in Canada.",
        "Nordlicht opened two warehouses.",
        "Nordlicht, Inc.'s effective tax rate was 20.7% in fiscal 2023.",
        "Nordlicht's effective tax rate was 20.7% in fiscal 2023.",
    ],
)
def test_a_claim_that_names_the_company_is_borne_out_by_its_own_report(judge, text):
    assert verdict(judge, text, SAID, REPORT) is Verdict.SUPPORTED


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    "text",
    [
        "Nordlicht operated 1,238 stores at the end of fiscal 2023.",
        "Nordlicht has declared cash dividends.",
        "Nordlicht's effective tax rate was 19.0% in fiscal 2023.",
        "Sudlicht has not declared or paid any cash dividends.",
        "Nordlicht Canada has not declared or paid any cash dividends.",
        "Nordlicht's subsidiaries have not declared or paid any cash dividends.",
    ],
)
def test_a_figure_a_denial_or_another_company_is_none_the_less_held_apart(judge, text, mode):
    assert verdict(judge, text, SAID, REPORT, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("title", "passage"),
    [
        ("Analyst report on Nordlicht, annual results", "We raised our price target for the shares in 2023."),
        ("Letter to Nordlicht", "We raised our price target for the shares in 2023."),
        ("Supply agreement Nordlicht", "The Company raised our price target for the shares in 2023."),
        (REPORT, "In our opinion the statements are fair. We raised our price target for the shares in 2023."),
        (REPORT, "“We raised our price target for the shares in 2023”, said the rival."),
        (REPORT, "The Buyer pays. The Company raised our price target for the shares in 2023."),
    ],
)
def test_whoever_else_speaks_is_not_the_company(judge, title, passage):
    claim = "Nordlicht raised our price target for the shares in 2023."
    (places,) = read_context((make_chunk(passage, title),)).chunks
    assert all(in_own_voice(claim, place) == claim for place in places)


@pytest.mark.parametrize(
    ("claim", "voiced"),
    [
        ("Best Buy's stores are leased.", "our stores are leased."),
        ("In 2023 Best Buy was profitable and kept its stores.", "In 2023 we were profitable and kept our stores."),
        ("Best Buy Health was sold.", "Best Buy Health was sold."),
        ("The stores of Best Buy are leased.", "The stores of us are leased."),
    ],
)
def test_the_name_is_read_as_a_whole(claim, voiced):
    (places,) = read_context((make_chunk("We lease our stores.", "BESTBUY_2023_10K"),)).chunks
    assert in_own_voice(claim, places[0]) == voiced


def test_a_row_that_has_nothing_but_the_companys_name_gainsays_nothing(judge):
    table = "| | Stores at beginning | Opened | Closed |\n|---|---|---|---|\n| Nordlicht | 956 | 2 | (20) |"
    text = "Nordlicht operated 1,138 stores at the end of fiscal 2023."
    assert verdict(judge, text, f"Stores\n\n{table}", REPORT) is not Verdict.CONTRADICTED
    assert verdict(judge, text, "Nordlicht 956 2 (20) 938", REPORT) is not Verdict.CONTRADICTED


@pytest.mark.parametrize("mode", Mode)
def test_over_a_figure_says_more_than_it(judge, mode):
    passage = "At year end we had over 117 million paid memberships in 190 countries."
    assert verdict(judge, passage.replace("over", "more than"), passage, REPORT, mode) is Verdict.SUPPORTED
    assert verdict(judge, passage.replace("over", "less than"), passage, REPORT, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Members must not park in the yard.", "Members are not permitted to park in the yard."),
        ("Members must show a badge at the gate.", "Members are required to show a badge at the gate."),
        ("Members have to show a badge at the gate.", "Members shall show a badge at the gate."),
        ("Members can bring a guest to the gate.", "Members are entitled to bring a guest to the gate."),
    ],
)
def test_words_of_one_force_are_one(judge, text, passage):
    assert verdict(judge, text, passage, "Rules") is Verdict.SUPPORTED


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Members must park in the yard.", "Members are permitted to park in the yard."),
        ("Members may park in the yard.", "Members are not permitted to park in the yard."),
        ("Members must not show a badge at the gate.", "Members do not have to show a badge at the gate."),
        ("Members must show a badge at the gate.", "Members do not need to show a badge at the gate."),
        ("Members can park in the yard.", "Members cannot park in the yard."),
    ],
)
def test_words_of_another_force_are_not(judge, text, passage, mode):
    assert verdict(judge, text, passage, "Rules", mode) is not Verdict.SUPPORTED


def test_a_figure_that_the_report_has_is_not_gainsaid_by_another_one_of_it(judge):
    said = "We had 1,138 stores at the end of fiscal 2023 in all our segments."
    other = "We had 925 stores at the end of fiscal 2023."
    text = "Nordlicht operated 1,138 stores at the end of fiscal 2023."
    assert verdict(judge, text, f"{said}\n\n{other}", REPORT) is not Verdict.CONTRADICTED


@pytest.mark.parametrize("mode", Mode)
def test_the_figure_of_a_like_thing_keeps_nothing_from_gainsaying(judge, mode):
    passage = "Full-time staff get 25 days of annual leave. Part-time staff get 15 days of annual leave."
    assert verdict(judge, "Part-time staff get 25 days of annual leave.", passage, REPORT, mode) is (
        Verdict.CONTRADICTED
    )


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Nordlicht may terminate the facility at any time.", "The bank may terminate the facility at any time."),
        ("Nordlicht bears the risk of loss from fraud.", "The issuer bears the risk of loss from fraud."),
        ("Nordlicht holds bonds of $3 billion.", "The Fund holds bonds of $3 billion."),
        ("Nordlicht sued a former employee in Texas in 2021.", "A former employee sued us in Texas in 2021."),
    ],
)
def test_who_is_not_the_company_does_not_speak_for_it(judge, text, passage, mode):
    assert verdict(judge, text, passage, REPORT, mode) is not Verdict.SUPPORTED


@pytest.mark.parametrize("mode", Mode)
def test_a_target_of_the_same_figure_does_not_keep_another_one_from_gainsaying_it(judge, mode):
    passage = "Our target is a margin of 15% by 2025. In 2023 the margin was 9%."
    assert verdict(judge, "The margin is 15%.", passage, REPORT, mode) is not Verdict.SUPPORTED
