"""The patterns that the reader of quantities looks for around a figure."""

import re

from apps.core.patterns import lazy_regex
from apps.verification.numbers.units import CURRENCY_CODES, CURRENCY_SIGNS, CURRENCY_WORDS, SCALE_WORDS, UNITS

SAME_LENGTH = str.maketrans(
    {**dict.fromkeys("‐‑‒–—―−", "-"), **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "), **dict.fromkeys("‘’", "'")}
)
VULGAR = {
    "½": "0.5",
    "¼": "0.25",
    "¾": "0.75",
    "⅓": "0.333",
    "⅔": "0.667",
    "⅛": "0.125",
    "⅜": "0.375",
    "⅝": "0.625",
    "⅞": "0.875",
}
FIGURE = lazy_regex(
    # "USD1.5 million", "Rs1,500"
    rf"(?=[\d.½¼¾⅓⅔⅛⅜⅝⅞])(?:(?<![\w.])|(?<=\b(?:{'|'.join(sorted(CURRENCY_CODES))}))|(?<=\bRs))(?<!\d,)"
    r"(?:(?P<whole>\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?:,\d{2})*,\d{3}(?!\d)"
    r"|\d{1,3}(?:,\d{3})*,\d{4,}|\d+)(?P<decimals>\.\d+)?"
    r"|(?P<bare>\.\d+))"
    r"(?:\s?(?P<vulgar>[½¼¾⅓⅔⅛⅜⅝⅞])|\s(?P<mixed>\d/\d)(?![\d/]))?|(?P<lone>[½¼¾⅓⅔⅛⅜⅝⅞])"
)
NOT_AMOUNTS = lazy_regex(
    r"""
    https?://\S+ | \S+@\S+
    | (?:(?<!\w)§+|\b(?:sections?|sec\.|articles?|art\.|clauses?|chapters?|ch\.|pages?|pp?\.|paragraphs?|para\.|notes?
      |tables?|figures?|fig\.|items?|exhibits?|appendix|annex|schedules?|rules?|forms?|parts?|steps?|footnotes?|lines?|columns?
      |regulations?|title|no\.|nos\.|number(?=\s+\d+\.\d)|volume|vol\.|version|v\.|room|suite|directives?
      |ISO|ASC|IFRS|IAS|FAS|SFAS|ASU|Topic|Level|Tier|Phase|Type|Class|Grade|Stage|Basel|Zone|Category|Route|Highway)
      (?:\s|\b))\s*\(?\#?\d{1,5}(?!\d|,\d{3})[\w.()/-]*(?:\s\(\w{1,3}\))*
      (?:(?:\s*(?:,|and|or|to|-|through|&)\s*)\(?\d{1,5}(?!\d|,\d{3})[\w.()]*(?!\s*(?:%|percent|days|months|years)))*
    | \bdisease\s+2019 | \bS&P\s+500 | \b(?:Russell|FTSE|Fortune|Nasdaq|CAC|DAX)\s+\d+
    | \b(?!(?:mid|pre|post|late|early|to)-)[A-Za-z]+(?:-?\d)+(?:[.,]\d+)*[A-Za-z]*\b(?!\s*%)
    | (?<![\d.,])\b\d+-(?!
      (?:km|cm|mm|ft|kg|mg|oz|lb|ml|yr|hr|wk|KB|MB|GB|TB|kW|MW|GW|Hz|pc|bn|mn|tn)\b)[A-Z]{1,2}\b(?!-)
    | (?<![\d.,])\b\d+[A-Z]\d*\b(?<!\d[KMBTWXGLH])
    | \b\d{3}-(?:\d{3}-)?\d{4}\b | \b\d+(?:\.\d+){2,}\b | \#\d+ | \[\d+\]
    | ^[ \t]*\(?\d{1,2}[.)](?=\s+[A-Za-z]) | (?<=\s)\([1-9]\)(?=\s+[a-z])
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
# "3M's division"
NAMED_BY_FIGURE = lazy_regex(r"(?<![\w$€£¥.,])(?<![$€£¥] )\d[A-Z](?=['’]s\b)")
KEEPS_CODE = lazy_regex(
    rf"^(?:{'|'.join(CURRENCY_CODES)}|US|Rs)\d|^(?:k?m|ft)[23]$|^\d+(?:K|M|B|T|BN|MM|TN|W|X|G|L|H)$", re.IGNORECASE
)
SIGNS = "|".join(sorted(map(re.escape, CURRENCY_SIGNS), key=len, reverse=True))
CODES = "|".join(sorted(CURRENCY_CODES))
CURRENCY_LEFT = lazy_regex(rf"(?:(?<![A-Za-z])(?P<sign>{SIGNS})|\b(?P<code>{CODES})[$€£]?)\s?(?P<inner>[-(]?)\s?$")
# "-5" and "was - 5", but not the mark of a list item
MINUS_LEFT = lazy_regex(
    r"(?:(?:^|[\s($€£¥])-|(?:\S[ \t]+|[($€£¥])-\s|(?:^|[\s($€£¥])(?:minus|negative)\s{1,2})$", re.IGNORECASE
)
_CURRENCY_NAMES = "|".join(sorted(map(re.escape, CURRENCY_WORDS), key=len, reverse=True))
CURRENCY_RIGHT = lazy_regex(
    rf"^(?:\s?(?P<sign>€|£|¥|₹|\$)(?![\d.])|[\s-]?(?P<code>{CODES})\b|[\s-](?:of\s+)?(?P<word>{_CURRENCY_NAMES})\b)",
    re.I,
)
SCALE_RIGHT = lazy_regex(
    rf"^(?:[\s-]{{0,2}}(?P<word>(?i:{'|'.join(sorted(SCALE_WORDS, key=len, reverse=True))}))\b|(?P<letter>k"
    rf"|K|MM|mm|bn|tn|m|M|B|b|T|t)\b)"
)
# behind "5m" that is no length: "5m euros", "5m€", "1.2m users"
COUNTED_IN_MILLIONS = lazy_regex(
    rf"\s?(?:[€£¥₹$]|(?:{CODES})\b)|[\s-](?:{_CURRENCY_NAMES})\b|\s(?:(?:new|more|active|monthly|daily|paying|registered)\s)*"
    r"(?:people|users|customers|members|subscribers|visitors|passengers|employees|residents|inhabitants|households|voters|viewers"
    r"|followers|views|downloads|shares|jobs|barrels)\b",
    re.IGNORECASE,
)
PERCENT_RIGHT = lazy_regex(
    r"^(?:[\s-]{0,2}(?:%|(?:percent|per[\s-]?cent|pct)\b\.?)|(?-i:pc)\b(?!\s+(?:set|pack|kit|suite)))", re.IGNORECASE
)
POINTS_RIGHT = lazy_regex(
    r"^[\s-]{0,2}(?:(?:percentage|%|percent)[\s-]?points?\b|(?:pp|ppt|ppts|p\.p\.)(?!\w))", re.IGNORECASE
)
BASIS_RIGHT = lazy_regex(r"^[\s-]{0,2}(?:basis[\s-]?points?|bps?)\b", re.IGNORECASE)
UNIT_NAMES = sorted(UNITS, key=len, reverse=True)
UNIT_RIGHT = lazy_regex(
    r"^[\s-]{0,3}(?:full |consecutive |calendar |additional |further |more |other |whole )?(?P<unit>"
    + "|".join(re.escape(name).replace(r"\ ", r"[\s-]") for name in UNIT_NAMES)
    + r")(?![\w²³])"
)
BUSINESS = lazy_regex(
    r"^\s(?:full |consecutive |additional |further )?(?P<kind>business|working|trading|banking)[\s-]days?\b",
    re.IGNORECASE,
)
PER = lazy_regex(
    r"^[\s-]*(?:(?:,\s*)?(?:per\b|/|(?:each|every|an?)(?=[\s-]+(?:day|week|month|quarter|year|hour|minute|night)\b))[\s-]*"
    r"(?P<thing>(?:calendar|contract|policy|insurance|lease|fiscal|financial)\s(?=(?:year|month|quarter|week|day)\b))?(?P<what>annum|[a-z]+)|(?P<adverb>annually|yearly|monthly|weekly"
    r"|daily|hourly|quarterly|p\.?\s?a\.?(?!\w)))",
    re.IGNORECASE,
)
PER_NAMES = {
    "annum": "year",
    "annual": "year",
    "yearly": "year",
    "monthly": "month",
    "weekly": "week",
    "daily": "day",
    "hourly": "hour",
    "quarterly": "quarter",
}
NOUN = lazy_regex(r"^[\s-]+(?:(?:of the|of|more|new|other|different|additional|separate)\s+)?(?P<noun>[A-Za-z]{3,})")
DOUBLED = lazy_regex(
    r"^\s*\(\s*(?P<sign>[$€£]?)\s*(?P<figure>[\d,]+(?:\.\d+)?|[a-z-]+(?:[\s-][a-z]+)*)\s*(?P<inside>%|percent)?\s*\)",
    re.IGNORECASE,
)
RATIO = lazy_regex(
    r"(?<![\d:.])(?P<a>\d+(?:\.\d+)?)\s?(?::|-to-|-for-)\s?(?P<b>\d+(?:\.\d+)?)(?![\d:]|-[a-z])", re.IGNORECASE
)
IN_EVERY = lazy_regex(
    r"(?<![\d.,])\b(?P<a>\d+|one|two|three|four|five|six|seven|eight|nine)\s+(?:in|out\s+of)\s+(?:every\s+)?(?P<b>"
    r"\d{1,3}(?:,\d{3})+|\d+|two|three|four|five|six|seven|eight|nine|ten)\b(?![.,]\d|\s*(?:days|months|years|weeks|hours"
    r"|%|percent|million|billion))",
    re.IGNORECASE,
)
JOIN = lazy_regex(
    r"^\s*(?P<by>-to-|-|to|through|and|or)\s*(?:about\s+|approximately\s+)?(?:[A-Z]{0,3}[$€£¥₹]\s?|[A-Z]{3}\s)?$"
)
VERB_OF_CHANGE = lazy_regex(
    r"\b(?:ris|rose|increas|decreas|declin|fell|fall|grew|grow|drop|rais|reduc|chang|went|mov"
    r"|improv|cut|lower|expand|jump|climb|narrow|widen)\w*\b[^.;]*$",
    re.IGNORECASE,
)
