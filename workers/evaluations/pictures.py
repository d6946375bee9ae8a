"""Two pictures, drawn with Pillow: how far a confidence can be trusted, and who is taken for whom."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

INK, PALE, BAR, LINE = "#1d2733", "#e7ecf1", "#3b74b9", "#b33a3a"
SIZE, MARGIN = 520, 70
WIDTH = 0.06  # of a bar, less than a bin's, so that two stand side by side
CELL_WIDTH, CELL_HEIGHT, LABELS = 130, 54, 150


def reliability(bins: Sequence[tuple[float, float, float]], path: Path) -> None:
    """``bins``: (mean confidence, share supported, share of all claims), each 0 … 1. Bars beside the diagonal."""
    image = Image.new("RGB", (SIZE + 2 * MARGIN, SIZE + 2 * MARGIN), "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(16)

    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * SIZE, MARGIN + (1 - y) * SIZE

    for step in range(11):
        share = step / 10
        draw.line((at(0, share), at(1, share)), fill=PALE)
        if step % 2 == 0:
            draw.text((MARGIN - 38, at(0, share)[1] - 9), f"{share:.1f}", fill=INK, font=font)
            draw.text((at(share, 0)[0] - 12, MARGIN + SIZE + 8), f"{share:.1f}", fill=INK, font=font)
    most = max((held for _, _, held in bins), default=1.0)
    for mean, _, held in bins:  # how many claims there are, in pale, against the largest bin
        draw.rectangle(
            (at(max(0.0, mean - WIDTH / 2), 0.25 * held / most), at(min(1.0, mean + WIDTH / 2), 0)),
            fill=PALE,
            outline="#c9d3dd",
        )
    draw.line((at(0, 0), at(1, 1)), fill=LINE, width=2)
    points = [at(mean, share) for mean, share, _ in bins]
    draw.line(points, fill=BAR, width=3)
    for x, y in points:
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=BAR)
    draw.rectangle((at(0, 1), at(1, 0)), outline=INK)
    draw.text((MARGIN, 28), "share of claims that are supported, by confidence", fill=INK, font=font)
    draw.text((MARGIN, SIZE + MARGIN + 34), "confidence; in pale how many claims have it", fill=INK, font=font)
    image.save(path, optimize=True)


def confusion(counts: Mapping[str, Mapping[str, int]], path: Path) -> None:
    """``counts``: label → verdict → claims. A darker cell is a larger share of its row."""
    verdicts = list(next(iter(counts.values())))
    size = (LABELS + CELL_WIDTH * len(verdicts) + 20, 60 + CELL_HEIGHT * len(counts) + 20)
    image = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(16)
    draw.text((12, 20), "label / verdict", fill=INK, font=font)
    for column, verdict in enumerate(verdicts):
        draw.text((LABELS + column * CELL_WIDTH + 14, 20), verdict, fill=INK, font=font)
    for row, (label, given) in enumerate(counts.items()):
        top, total = 60 + row * CELL_HEIGHT, max(1, sum(given.values()))
        draw.text((12, top + 17), label, fill=INK, font=font)
        for column, verdict in enumerate(verdicts):
            share = given[verdict] / total
            left = LABELS + column * CELL_WIDTH
            shade = tuple(round(255 + share * (part - 255)) for part in (0x3B, 0x74, 0xB9))
            draw.rectangle((left, top, left + CELL_WIDTH - 4, top + CELL_HEIGHT - 4), fill=shade)
            told = f"{given[verdict]} ({100 * share:.0f}%)"
            draw.text((left + 14, top + 17), told, fill="white" if share > 0.55 else INK, font=font)
    image.save(path, optimize=True)
