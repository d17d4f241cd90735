"""`verify --tables`: the tables of what is known, proved anew by a sample."""

import json
import sys
from collections.abc import Iterable, Sequence
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import click

from lunaria.cli.saying import DONE, NO, OPEN, TEXTS, fail
from lunaria.core.errors import NotReadable, Reason
from lunaria.core.game import Game
from lunaria.solvers import audit
from lunaria.solvers.verdict import LOST, WINNABLE

#: So many deals are named where there are more.
_NAMED = 10


class Report(NamedTuple):
    """What came of the tables of one game."""

    claims: audit.Claims
    #: What came of each deal of the sample.
    found: dict[int, str]

    def deals(self, came: str) -> list[int]:
        """The deals of the sample of which that came."""
        return [deal for deal, each in self.found.items() if each == came]

    @property
    def status(self) -> int:
        """How the command ends by this report."""
        if self.claims.uncertified() or self.claims.unclaimed() or self.deals(audit.REFUTED):
            return NO
        return OPEN if self.deals(audit.OPEN) else DONE


def audit_tables(
    games: Sequence[Game[Any]],
    folder: Traversable,
    count: int,
    seed: int,
    seconds: float,
    *,
    as_json: bool,
) -> int:
    """Prove `count` deals anew, of all games together, and say what came of it; how to end.

    Raises NotReadable where there is no table, or where one is damaged.
    """
    found = [claims for game in games if (claims := audit.claims_of(game, folder)) is not None]
    if not found:
        raise NotReadable(Reason.of("table-none", games=", ".join(game.id for game in games)))
    shares = [count // len(found) + (nth < count % len(found)) for nth in range(len(found))]
    samples = [
        (claims, claims.sample(share, seed)) for claims, share in zip(found, shares, strict=True)
    ]
    try:
        reports = _reports(samples, seconds)
    except ModuleNotFoundError:
        fail(Reason.of("no-checker"))
    for report in reports:
        click.echo(json.dumps(_data(report)) if as_json else "\n".join(_rows(report)))
    return min((report.status for report in reports), key=(NO, OPEN, DONE).index)


def _reports(samples: Sequence[tuple[audit.Claims, list[int]]], seconds: float) -> list[Report]:
    from tqdm import tqdm

    total = sum(len(deals) for _, deals in samples)
    reports = []
    with tqdm(total=total, unit="deal", disable=not sys.stderr.isatty()) as bar:
        for claims, deals in samples:
            found = {}
            for deal in deals:
                found[deal] = claims.prove(deal, seconds)
                bar.update()
            reports.append(Report(claims, found))
    return reports


def _data(report: Report) -> dict[str, Any]:
    claims = report.claims
    return {
        "game": claims.game.id,
        "winnable": claims.table.total(WINNABLE),
        "lost": claims.table.total(LOST),
        "sampled": len(report.found),
        "confirmed": len(report.deals(audit.CONFIRMED)),
        "refuted": report.deals(audit.REFUTED),
        "open": report.deals(audit.OPEN),
        "uncertified": claims.uncertified(),
        "unclaimed": claims.unclaimed(),
    }


def _rows(report: Report) -> Iterable[str]:
    claims = report.claims
    yield TEXTS.text(
        "cli.audit",
        game=TEXTS.text(f"game.{claims.game.id}"),
        winnable=claims.table.total(WINNABLE),
        lost=claims.table.total(LOST),
        sampled=len(report.found),
        confirmed=len(report.deals(audit.CONFIRMED)),
        refuted=len(report.deals(audit.REFUTED)),
        open=len(report.deals(audit.OPEN)),
    )
    for came in (audit.REFUTED, audit.OPEN):
        for deal in report.deals(came):
            key = f"cli.audit-{came}-{claims.table.outcome(deal)}"
            yield TEXTS.text(key, code=str(claims.code(deal)))
    for key, deals in (
        ("cli.audit-uncertified", claims.uncertified()),
        ("cli.audit-unclaimed", claims.unclaimed()),
    ):
        if deals:
            named = ", ".join(str(claims.code(deal)) for deal in deals[:_NAMED])
            more = ", …" if len(deals) > _NAMED else ""
            yield TEXTS.text(key, count=len(deals), deals=named + more)
