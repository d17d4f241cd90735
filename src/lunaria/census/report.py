"""What a census found: winnability with its interval, the effort, pictures."""

import io
import math
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from lunaria.census.results import Result
from lunaria.solvers.verdict import LOST, UNKNOWN, WINNABLE

#: Standard errors of a 95 % interval.
Z = 1.959963984540054


class Interval(NamedTuple):
    """An estimated part of all deals, between 0 and 1, with its 95 % interval."""

    low: float
    value: float
    high: float


class Stage(NamedTuple):
    """What one stage of a solver decided, and the seconds that those deals took in all stages."""

    how: str
    verdict: str
    deals: int
    mean: float
    longest: float


class Summary(NamedTuple):
    """The figures of a census; seconds are those of one core."""

    deals: int
    winnable: int
    lost: int
    open: int
    #: The part that can be won, if every open deal is lost, and if every one can be won.
    at_least: Interval
    at_most: Interval
    seconds: float
    mean: float
    median: float
    p99: float
    longest: float
    stages: tuple[Stage, ...]


def wilson(found: int, of: int) -> Interval:
    """Wilson's 95 % interval for a part of which `found` were seen in `of`."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    part = found / of
    middle = part + Z * Z / (2 * of)
    spread = Z * math.sqrt(part * (1 - part) / of + Z * Z / (4 * of * of))
    whole = 1 + Z * Z / of
    return Interval(max(0.0, (middle - spread) / whole), part, min(1.0, (middle + spread) / whole))


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which `part` of the ordered values lie; of none, 0."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def summary(results: Sequence[Result]) -> Summary:
    """The figures of these results."""
    counts = Counter(result.verdict for result in results)
    times = sorted(result.seconds for result in results)
    by_stage: dict[tuple[str, str], list[float]] = {}
    for result in results:
        by_stage.setdefault((result.how, result.verdict), []).append(result.seconds)
    stages = (
        Stage(how, verdict, len(spent), sum(spent) / len(spent), max(spent))
        for (how, verdict), spent in by_stage.items()
    )
    of = len(results)
    return Summary(
        of,
        counts[WINNABLE],
        counts[LOST],
        counts[UNKNOWN],
        wilson(counts[WINNABLE], of),
        wilson(counts[WINNABLE] + counts[UNKNOWN], of),
        sum(times),
        sum(times) / of if of else 0.0,
        median(times) if times else 0.0,
        quantile(times, 0.99),
        times[-1] if times else 0.0,
        tuple(sorted(stages, key=lambda stage: -stage.deals)),
    )


def markdown(name: str, figures: Summary) -> str:
    """The figures as a page's section."""
    rows = [
        f"### {name}",
        "",
        "| deals | winnable | lost | open | winnable, 95 % interval |",
        "|---|---|---|---|---|",
        f"| {figures.deals:,} | {figures.winnable:,} | {figures.lost:,} | {figures.open:,} "
        f"| {_percent(figures)} |",
        "",
        "| a deal on one core | mean | median | 99 % within | longest | all deals |",
        "|---|---|---|---|---|---|",
        f"| | {_time(figures.mean)} | {_time(figures.median)} | {_time(figures.p99)} "
        f"| {_time(figures.longest)} | {figures.seconds / 3600:.2f} h |",
        "",
        "| decided by | verdict | deals | mean | longest |",
        "|---|---|---|---|---|",
    ]
    rows += [
        f"| {stage.how} | {stage.verdict} | {stage.deals:,} | {_time(stage.mean)} "
        f"| {_time(stage.longest)} |"
        for stage in figures.stages
    ]
    return "\n".join(rows) + "\n"


def _percent(figures: Summary) -> str:
    low, high = figures.at_least, figures.at_most
    if not figures.open:
        return f"{low.value:.3%} ({low.low:.3%} to {low.high:.3%})"
    return f"{low.value:.4%} to {high.value:.4%} ({low.low:.4%} to {high.high:.4%})"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 1 else f"{seconds:.1f} s"


def effort_svg(name: str, results: Sequence[Result]) -> str:
    """How many deals are decided within a time, as a picture."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    decided = sorted(max(r.seconds, 1e-6) * 1000 for r in results if r.verdict != UNKNOWN)
    parts = [(at + 1) / len(results) for at in range(len(decided))]
    # The file must not change with the day it is drawn on, nor with the order of its parts.
    with pyplot.rc_context({"svg.hashsalt": "lunaria", "svg.fonttype": "none"}):
        figure, axes = pyplot.subplots(figsize=(7, 4))
        step = max(1, len(decided) // 2000)
        axes.step(decided[::step], parts[::step], where="post")
        axes.set_xscale("log")
        axes.set_ylim(0, 1)
        axes.set_xlabel("milliseconds on one core")
        axes.set_ylabel("part of the deals decided")
        axes.set_title(name)
        axes.grid(visible=True, alpha=0.3)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        pyplot.close(figure)
    return text.getvalue()
