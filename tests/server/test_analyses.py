"""Analyses over the network: asked for on purpose, told as they go, ended with who asks."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest

from lunaria import i18n
from lunaria.core import record
from lunaria.core.errors import Reason
from lunaria.games import EASY_HARP, GAMES
from registry import DATA, numbered
from serving import Server

LOST = {path.stem: path.read_text("utf-8") for path in sorted((DATA / "lost").glob("*.record"))}
#: The action that loses each of them, as `tests/solvers/test_lost_on_purpose.py` names it.
MISTAKES = {"half-moon": 37, "crescent": 189, "easy-harp": 72}
#: Numbers of deals that nobody has asked for yet: what is known is answered at once.
NUMBERS = count(5000)


def lines(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    """What is told, as it comes."""
    assert answer.status_code == 200, answer.read()
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    for line in answer.iter_lines():
        yield json.loads(line)


def analysed(player: httpx.Client, **wanted: Any) -> list[dict[str, Any]]:
    """All that is told of a game."""
    with player.stream("POST", "api/analysis", json=wanted, timeout=120) as answer:
        return list(lines(answer))


def long() -> str:
    """The record of a game that takes a solver many seconds."""
    number = next(NUMBERS)
    return f'[Code "{numbered(EASY_HARP, number)}"]\n1. draw'


@contextmanager
def going_on(player: httpx.Client) -> Iterator[Iterator[dict[str, Any]]]:
    """What is told of a long game, from where the solver has begun."""
    with player.stream("POST", "api/analysis", json={"record": long()}, timeout=60) as answer:
        told = lines(answer)
        while next(told)["type"] != "progress":
            pass
        yield told


def refusal(answer: httpx.Response, status: int = 422) -> str:
    assert answer.status_code == status, answer.text
    reason: str = answer.json()["error"]["reason"]
    return reason


def solvers(server: Server) -> list[int]:
    """The processes in which the server's solvers run."""
    shown = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True
    )
    rows = [row.split(maxsplit=2) for row in shown.stdout.splitlines()]
    parent = str(server._process.pid)
    return [int(pid) for pid, of, what in rows if of == parent and "spawn_main" in what]


@pytest.mark.parametrize("name", LOST)
def test_the_mistake_is_told_with_a_win_before_it(server: Server, name: str) -> None:
    with server.player() as player:
        told = analysed(player, record=LOST[name])
    assert told[0] == {"type": "waiting"}
    *_, found = (each for each in told if each["type"] == "analysis")
    assert found["final"]
    number = MISTAKES[name]
    assert (found["lastWinnable"], found["firstLost"], found["exact"]) == (number - 1, number, True)
    (written,) = record.read(LOST[name])
    after = len(written.actions) + 1 - number
    assert found["outcomes"] == [["winnable", number], ["lost", after]]
    line, fault = record.verify(next(record.read(found["win"])), GAMES)
    assert fault is None
    assert line is not None
    assert line.outcome == "won"
    assert line.actions[: number - 1] == list(written.actions[: number - 1])
    assert line.actions[number - 1 :] == found["line"]
    assert told[-1]["type"] == "difficulty"
    assert told[-1]["outcome"] == "winnable"
    assert 0 < told[-1]["par"] <= len(line.actions)
    assert told[-1]["random"]["games"] > 0


def test_an_answer_is_kept(server: Server) -> None:
    with server.player() as player:
        told = analysed(player, record=LOST["half-moon"])
        began = time.perf_counter()
        again = analysed(player, record=LOST["half-moon"])
    assert again == [each for each in told if each["type"] != "progress"]
    assert time.perf_counter() - began < 1


def test_a_game_of_ones_own_that_is_not_won_is_marked_with_consent_alone(server: Server) -> None:
    with server.player() as player:
        table = player.post("api/tables", json={"code": "HM1-N-AAAAABA"}).json()["table"]
        with server.page(table) as page:
            page.act(next(iter(page.view["legal"])))
            (own,) = player.get("api/tables").json()
            assert refusal(player.post("api/analysis", json={"replay": own["replay"]})) == (
                "study-asked"
            )
            assert not player.get("api/tables").json()[0]["study"]
            analysed(player, replay=own["replay"], study=True)
            assert page.hear()["study"]
        assert player.get("api/tables").json()[0]["study"]
        assert '[Study "yes"]' in server.record(table)
        # Once it is marked nothing is asked again.
        assert analysed(player, replay=own["replay"])[-1]["type"] == "difficulty"


def test_the_own_game_of_a_deal_is_marked_whatever_record_of_the_deal_is_analysed(
    server: Server,
) -> None:
    pasted = '[Code "HM1-N-AAAACCC"]\n1. '
    with server.player() as player, server.player() as other:
        assert not player.post("api/replay", json={"record": pasted}).json()["marks"]
        own = player.post("api/tables", json={"code": "HM1-N-AAAACCC"}).json()["table"]
        with server.page(own) as page:
            page.act(sorted(page.view["legal"])[0])
            assert player.post("api/replay", json={"record": pasted}).json()["marks"]
            assert not other.post("api/replay", json={"record": pasted}).json()["marks"]
            wanted = {"record": pasted}
            assert refusal(player.post("api/analysis", json=wanted)) == "study-asked"
            analysed(other, **wanted)
            assert not page.view["study"]
            analysed(player, **wanted, study=True)
            assert page.hear()["study"]
        assert not player.post("api/replay", json={"record": pasted}).json()["marks"]


def test_what_others_analyse_and_what_was_won_is_not_marked(server: Server) -> None:
    with server.player() as player, server.player() as other:
        for name in ("half-moon-blocked", "half-moon"):
            (written, *_) = record.read((DATA / "records" / f"{name}.record").read_text("utf-8"))
            wanted = {"code": written.tag("Code"), "again": True}
            table = player.post("api/tables", json=wanted).json()["table"]
            with server.page(table) as page:
                for token in written.actions:
                    page.act(token)
        won, lost = player.get("api/tables").json()
        assert analysed(player, replay=won["replay"])[1]["type"] in ("analysis", "progress")
        assert analysed(other, replay=lost["replay"])[-1]["type"] == "difficulty"
        assert [each["study"] for each in player.get("api/tables").json()] == [False, False]


def test_who_goes_away_frees_the_solver_at_once(server: Server) -> None:
    with server.player() as player:
        for _ in range(3):
            began = time.monotonic()
            with going_on(player):
                # Each would have been at it for many seconds.
                assert time.monotonic() - began < 8
                assert len(solvers(server)) <= max(1, (os.cpu_count() or 1) - 1)


def test_a_player_has_one_analysis_at_a_time(server: Server) -> None:
    with server.player() as player:
        player.post("api/tables", json={"code": "EH1-N-AAAAABE"})
        with going_on(player) as first, going_on(player):
            *_, last = first
    assert last["type"] == "refused"
    assert last["reason"] == {"code": "analysis-replaced"}
    assert last["message"] == i18n.catalog().reason(Reason.of("analysis-replaced"))


def test_a_solver_that_dies_is_told_of_and_the_next_one_answers(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with server.player() as player:
            with going_on(player) as told:
                for process in solvers(server):
                    os.kill(process, signal.SIGKILL)
                *_, last = told
            assert last["reason"] == {"code": "analysis-failed"}
            assert analysed(player, record=LOST["half-moon"])[-1]["type"] == "difficulty"
        assert "WorkerDied" in server.errors()
    finally:
        server.stop()


def test_a_server_that_is_stopped_waits_for_no_analysis(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.player() as player:
        with going_on(player) as told:
            processes = solvers(server)
            assert processes
            began = time.monotonic()
            assert server.stop() in (0, -signal.SIGTERM)
            assert time.monotonic() - began < 10
            *_, last = told
        assert last["reason"] == {"code": "analysis-replaced"}
        for process in processes:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)
        server.start()


def test_no_more_wait_than_can_be_served(server: Server) -> None:
    most = max(1, (os.cpu_count() or 1) - 1) * 9
    open_lines = []
    with ExitStack() as opened:
        for _ in range(most):
            player = opened.enter_context(server.player())
            player.post("api/tables", json={"code": "EH1-N-AAAAABE"})
            wanted = {"record": long()}
            answer = opened.enter_context(player.stream("POST", "api/analysis", json=wanted))
            open_lines.append(lines(answer))
            assert next(open_lines[-1]) == {"type": "waiting"}
        refused = httpx.post(f"{server.url}api/analysis", json={"record": long()})
        assert refusal(refused, 503) == "analysis-busy"
    with server.player() as player:
        assert analysed(player, record=LOST["half-moon"])[-1]["type"] == "difficulty"


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({}, "request"),
        ({"record": ""}, "record-empty"),
        ({"record": "Dear Sir or Madam,"}, "record-foreign"),
        ({"record": '[Code "HM9-N-AAAAAAB"]'}, "code-unknown-version"),
        ({"record": long(), "study": "perhaps"}, "request"),
    ],
)
def test_what_is_no_game_is_refused(server: Server, wanted: Any, reason: str) -> None:
    assert refusal(httpx.post(f"{server.url}api/analysis", json=wanted)) == reason


def test_a_table_keeps_its_pace_while_an_analysis_goes_on(server: Server) -> None:
    waits = []
    table = server.new_table()
    with server.player() as player, server.page(table) as page, going_on(player):
        for _ in range(40):
            began = time.perf_counter()
            page.turn()
            waits.append(time.perf_counter() - began)
    assert median(waits) < 0.1


def test_a_server_that_nobody_asks_has_no_solver(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.new_table()
        assert solvers(server) == []


def test_nothing_of_a_solver_is_loaded_before_somebody_asks() -> None:
    loaded = "import lunaria.server.app, sys; print({'numba', 'numpy'} & set(sys.modules))"
    command = [sys.executable, "-c", loaded]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "set()"
