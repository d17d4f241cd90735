"""The table session: what pages are told of a game, and what comes of their messages."""

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lunaria.core.cards import HIDDEN, Card
from lunaria.core.game import Game
from lunaria.core.replay import REDO, UNDO, Line, replay
from lunaria.core.table import Answer, Message, Table, game_data, reason_data, reason_of
from lunaria.games import SOLITAIRES
from lunaria.games.crescent import CRESCENT
from lunaria.games.easy_harp import EASY_HARP
from registry import every_solitaire, numbered
from wandering import fidget, wander

VIEW_KEYS = {
    "type", "game", "code", "number", "revision", "last", "places", "legal", "taps", "doubles",
    "areas", "kinds", "score", "moves", "redeals", "undo", "redo", "outcome", "time", "runs",
    "paused", "replay", "study",
}  # fmt: skip


def table_of(game: Game[Any], number: int = 1, steps: int = 0) -> Table:
    """A table with one page, after a random game of `steps` actions."""
    table = Table(fidget(game, number, steps))
    table.join("page", 0.0)
    return table


def act(table: Table, token: object, revision: object = None, page: str = "page") -> Answer:
    """What comes of an action on the present revision, or on another one."""
    on = table.revision if revision is None else revision
    return table.receive(page, {"type": "act", "token": token, "revision": on}, 0.0)


def ask(table: Table, token: object, revision: object = None) -> Answer:
    """What comes of asking why a token is refused, on the present revision or another one."""
    on = table.revision if revision is None else revision
    return table.receive("page", {"type": "why", "token": token, "revision": on}, 0.0)


def told_why(table: Table, token: str, revision: int | None = None) -> Message | None:
    """The reason that the sender alone is told."""
    on = table.revision if revision is None else revision
    answer = ask(table, token, on)
    (message,) = answer.to_sender
    why: Message | None = message["reason"]
    assert answer == Answer(to_sender=(message,))
    assert message == {"type": "why", "token": token, "revision": on, "reason": why}
    return why


def some_legal(table: Table) -> str:
    """A legal token of a table on which one is left."""
    return table.line.legal()[0]


def reason(answer: Answer) -> str:
    """The code of the refusal that the sender alone is told."""
    assert answer.action is None
    assert not answer.to_all
    first = answer.to_sender[0]
    assert first["type"] == "refused"
    code: str = first["reason"]["code"]
    return code


def finished(game: Game[Any]) -> Line[Any]:
    """A game played at random to its end."""
    line: Line[Any] = Line(game, numbered(game, 1))
    for step in wander(game, 1, 400):
        line.play(step.token)
    return line


@every_solitaire
def test_the_first_view_is_the_deal(game: Game[Any]) -> None:
    table = Table(Line(game, numbered(game, 1)))
    table.join("page", 0.0)
    view = table.view(0.0)
    assert set(view) == VIEW_KEYS
    assert (view["type"], view["game"]) == ("table", game.id)
    assert view["code"] == str(numbered(game, 1))
    assert (view["revision"], view["moves"], view["undo"], view["redo"]) == (0, 0, 0, 0)
    assert (view["last"], view["outcome"], view["paused"]) == (None, None, False)
    assert (view["time"], view["runs"]) == (0, False)
    assert view["score"] == (0 if game.scored else None)
    assert tuple(view["places"]) == game.places
    assert view["legal"]


@every_solitaire
def test_a_view_is_plain_data(game: Game[Any]) -> None:
    view = table_of(game, steps=30).view(0.0)
    once = json.loads(json.dumps(view))
    assert once == json.loads(json.dumps(once))
    assert json.dumps(view, allow_nan=False)


@every_solitaire
def test_an_action_is_to_be_stored_and_all_are_told(game: Game[Any]) -> None:
    table = table_of(game)
    token = some_legal(table)
    answer = act(table, token)
    assert answer.action is not None
    assert (answer.action.number, answer.action.token) == (1, token)
    assert answer.to_all
    assert not answer.to_sender
    view = table.view(0.0)
    assert (view["revision"], view["last"], view["undo"]) == (1, token, 1)


@every_solitaire
def test_undo_and_redo_are_actions_and_the_revision_only_grows(game: Game[Any]) -> None:
    table = table_of(game)
    dealt = table.view(0.0)["places"]
    act(table, some_legal(table))
    played = table.view(0.0)["places"]
    assert played != dealt
    for revision, (token, places) in enumerate([(UNDO, dealt), (REDO, played), (UNDO, dealt)], 2):
        answer = act(table, token)
        assert answer.action is not None
        assert (answer.action.number, answer.action.token) == (revision, token)
        view = table.view(0.0)
        assert (view["revision"], view["last"], view["places"]) == (revision, token, places)


@every_solitaire
def test_what_cannot_be_taken_back_or_restored_is_refused(game: Game[Any]) -> None:
    table = table_of(game)
    assert reason(act(table, UNDO)) == "nothing-to-undo"
    assert reason(act(table, REDO)) == "nothing-to-redo"
    assert table.revision == 0


@every_solitaire
@pytest.mark.parametrize("wrong", [-1, 0, 2, 10**30])
def test_an_action_on_another_revision_is_refused_with_the_present_view(
    game: Game[Any], wrong: int
) -> None:
    table = table_of(game)
    act(table, some_legal(table))
    answer = act(table, some_legal(table), wrong)
    assert reason(answer) == "stale"
    assert answer.to_sender[1] == table.view(0.0)
    assert table.revision == 1


@every_solitaire
def test_of_two_tabs_that_act_at_once_the_second_is_shown_what_the_first_did(
    game: Game[Any],
) -> None:
    table = table_of(game)
    table.join("other", 0.0)
    token = some_legal(table)
    assert act(table, token, 0, "page").action is not None
    late = act(table, token, 0, "other")
    assert reason(late) == "stale"
    assert late.to_sender[1]["last"] == token
    assert table.line.actions == [token]


BAD_REVISIONS: list[object] = [True, False, 0.0, "0", [0], {}, float("nan")]
BAD_TOKENS: list[object] = [1, True, ["draw"], {"token": "draw"}, 0.5]


@pytest.mark.parametrize("revision", BAD_REVISIONS)
def test_a_revision_that_is_no_whole_number_is_refused(revision: object) -> None:
    table = table_of(EASY_HARP)
    assert reason(act(table, "draw", revision)) == "message"
    assert reason(ask(table, "recycle", revision)) == "message"
    assert table.revision == 0


@pytest.mark.parametrize("token", BAD_TOKENS)
def test_a_token_that_is_no_text_is_refused(token: object) -> None:
    table = table_of(EASY_HARP)
    assert reason(act(table, token)) == "message"
    assert reason(ask(table, token)) == "message"
    assert table.revision == 0


@pytest.mark.parametrize("kind", ["act", "why"])
@pytest.mark.parametrize("missing", ["token", "revision", "type"])
def test_a_message_that_lacks_a_part_is_refused(kind: str, missing: str) -> None:
    table = table_of(EASY_HARP)
    whole = {"type": kind, "token": "draw", "revision": 0}
    part = {name: value for name, value in whole.items() if name != missing}
    assert reason(table.receive("page", part, 0.0)) == "message"


@pytest.mark.parametrize("message", [None, [], "act", 7, {}, {"type": ["act"]}, {"type": None}])
def test_what_is_no_message_is_refused(message: object) -> None:
    assert reason(table_of(EASY_HARP).receive("page", message, 0.0)) == "message"


@pytest.mark.parametrize("token", ["", "\0", "DRAW", " draw", "draw\0", "x" * 10**6, "\ud800", "é"])
def test_a_token_that_the_game_has_not_is_refused(token: str) -> None:
    table = table_of(EASY_HARP)
    for answer in (act(table, token), ask(table, token), ask(table, token, 7)):
        assert reason(answer) == "token"
        assert len(json.dumps(answer.to_sender)) < 1000
    assert table.revision == 0


@every_solitaire
def test_a_token_of_the_game_that_the_rules_refuse_is_refused_with_their_reason(
    game: Game[Any],
) -> None:
    table = table_of(game, steps=10)
    state, revision = table.line.state, table.revision
    for token in sorted(game.tokens):
        why = game.refusal(state, token)
        if why is not None:
            answer = act(table, token)
            assert reason_of(answer.to_sender[0]["reason"]) == why
            assert reason_data(why) == answer.to_sender[0]["reason"]
    assert (table.line.state, table.revision) == (state, revision)


@every_solitaire
def test_while_paused_no_move_is_taken(game: Game[Any]) -> None:
    table = table_of(game)
    token = some_legal(table)
    act(table, token)
    assert table.receive("page", {"type": "pause"}, 0.0).to_all
    assert table.view(0.0)["paused"]
    for refused in (some_legal(table), UNDO):
        assert reason(act(table, refused)) == "paused"
    assert table.line.actions == [token]
    assert table.receive("page", {"type": "resume"}, 0.0).to_all
    assert not table.view(0.0)["paused"]
    assert act(table, UNDO).action is not None


@every_solitaire
def test_what_is_legal_is_what_the_rules_do_not_refuse(game: Game[Any]) -> None:
    for steps in (0, 15, 60):
        line = fidget(game, 3, steps)
        view = Table(line).view(0.0)
        allowed = {token for token in game.tokens if game.refusal(line.state, token) is None}
        assert set(view["legal"]) == (allowed if line.outcome is None else set())


@every_solitaire
def test_whoever_asks_why_is_told_the_reason_of_the_rules(game: Game[Any]) -> None:
    for steps in (0, 15, 60):
        table = table_of(game, 4, steps)
        state, view = table.line.state, table.view(0.0)
        for token in sorted(game.tokens):
            why = told_why(table, token)
            assert (why and reason_of(why)) == game.refusal(state, token)
            if not view["outcome"]:
                assert (why is None) == (token in view["legal"])
        assert (table.line.state, table.view(0.0)) == (state, view)


@every_solitaire
def test_each_move_of_a_card_to_a_target_can_be_asked_about(game: Game[Any]) -> None:
    targets, table = game_data(game)["targets"], table_of(game, 4, 15)
    assert set(targets) <= set(game.places)
    assert bool(targets) == (not game.manners.touches)
    for source in {token.partition(">")[0] for token in game.tokens if ">" in token}:
        for target in targets:
            if target != source:
                told_why(table, f"{source}>{target}")


def test_nothing_is_told_of_why_on_another_revision() -> None:
    table = table_of(EASY_HARP)
    act(table, "draw")
    assert told_why(table, "recycle") == {"code": "stock-left"}
    for revision in (-1, 0, 2, 10**30):
        assert told_why(table, "recycle", revision) is None
    assert reason(ask(table, "1>1", 0)) == "token"


def test_why_is_asked_of_undo_and_redo_as_well() -> None:
    table = table_of(EASY_HARP)
    assert told_why(table, UNDO) == {"code": "nothing-to-undo"}
    act(table, "draw")
    assert told_why(table, UNDO) is None
    assert told_why(table, REDO) == {"code": "nothing-to-redo"}


def test_a_paused_table_tells_why_and_stays_as_it_is() -> None:
    table = table_of(EASY_HARP)
    act(table, "draw")
    for kind in ("pause", "hidden"):
        table.receive("page", {"type": kind}, 0.0)
    before = table.view(5.0)
    assert told_why(table, "recycle") == {"code": "stock-left"}
    assert told_why(table, "draw") is None
    assert table.view(5.0) == before
    table.receive("page", {"type": "resume"}, 0.0)
    told_why(table, "recycle")
    assert not table.view(5.0)["runs"], "who asks is not seen to look"


def test_a_finished_table_tells_why() -> None:
    table = table_of(EASY_HARP)
    empty: dict[str, tuple[Card, ...]] = dict.fromkeys(EASY_HARP.places, ())
    won = EASY_HARP.with_cards(table.line.state, empty)
    table.line._now = table.line._now._replace(state=won)
    assert table.view(0.0)["outcome"] == "won"
    for token in ("draw", "1>2"):
        assert told_why(table, token) == {"code": "game-over"}
    stuck = Table(finished(CRESCENT))
    assert told_why(stuck, "redeal") == {"code": "no-redeal"}


@every_solitaire
def test_taps_double_taps_and_drops_play_what_is_legal(game: Game[Any]) -> None:
    for number in range(1, 6):
        view = Table(fidget(game, number, 40)).view(0.0)
        played = {tap["token"] for tap in view["taps"].values() if "token" in tap}
        played |= {token for tokens in view["doubles"].values() for token in tokens if token}
        played |= set(view["areas"].values())
        assert played <= set(view["legal"])
        for place, kind in view["kinds"].items():
            assert view["places"][place][-1].startswith(kind)


@every_solitaire
def test_transfers_take_cards_from_where_they_lie(game: Game[Any]) -> None:
    view = Table(fidget(game, 2, 40)).view(0.0)
    for parts in view["legal"].values():
        for source, size, target, turned in parts:
            assert 1 <= size <= len(view["places"][source])
            assert target is None or target in view["places"]
            assert isinstance(turned, bool)


@pytest.mark.parametrize("game", [game for game in SOLITAIRES if game is not EASY_HARP])
def test_after_the_end_nothing_can_be_played_but_undo(game: Game[Any]) -> None:
    line = finished(game)
    assert line.outcome is not None
    view = Table(line).view(0.0)
    assert view["outcome"] == line.outcome
    assert not (view["legal"])
    assert not (view["taps"])
    assert not (view["runs"])
    assert view["undo"] > 0


@every_solitaire
def test_covered_cards_leave_no_trace_in_the_whole_message(game: Game[Any]) -> None:
    """Whoever deals the covered cards anew among their places sends the very same message."""
    chance = Random(f"covered {game.id}")
    changed = 0
    for number in range(1, 9):
        line = fidget(game, number, 5 * number)
        other = copy.copy(line)
        other._now = line._now._replace(state=with_covered_cards_dealt_anew(line, chance))
        changed += other.state != line.state
        assert Table(other).view(0.0) == Table(line).view(0.0)
    assert changed >= 6


def with_covered_cards_dealt_anew(line: Line[Any], chance: Random) -> Any:
    """The position with the cards that the view hides in another order."""
    cards, view = line.cards(), line.view()
    covered = [
        card
        for place in cards
        for card, shown in zip(cards[place], view[place], strict=True)
        if shown == HIDDEN
    ]
    chance.shuffle(covered)
    return line.game.with_cards(
        line.state,
        {
            place: tuple(covered.pop() if seen == HIDDEN else seen for seen in shown)
            for place, shown in view.items()
        },
    )


words = st.sampled_from(
    ["act", "why", "pause", "resume", "hidden", "visible", "type", "token", "revision", "draw"]
)
texts = words | st.text(max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
json_values = st.recursive(
    scalars,
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(texts, parts, max_size=4),
    max_leaves=8,
)
near_messages = st.fixed_dictionaries(
    {"type": words | json_values},
    optional={
        "token": st.sampled_from(sorted(EASY_HARP.tokens)) | words | json_values,
        "revision": st.integers(0, 6) | json_values,
        "more": json_values,
    },
)


@settings(deadline=None)
@given(st.lists(near_messages | json_values, max_size=12))
def test_no_message_raises_anything_or_breaks_the_game(messages: list[object]) -> None:
    table = table_of(EASY_HARP)
    stored: list[str] = []
    for message in messages:
        answer = table.receive("page", message, 0.0)
        if answer.action is not None:
            stored.append(answer.action.token)
            assert answer.action.number == len(stored)
        assert table.line.actions == stored
        assert table.revision == len(stored)
        assert set(table.view(0.0)) == VIEW_KEYS
    again, fault = replay(EASY_HARP, table.line.code, stored)
    assert fault is None
    assert again.state == table.line.state


def test_a_game_as_long_as_records_can_hold_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lunaria.core.table.MAX_ACTIONS", 3)
    table = table_of(EASY_HARP)
    for _ in range(3):
        assert act(table, "draw").action is not None
    assert reason(act(table, "draw")) == "too-many-actions"
    assert table.revision == 3


def test_an_action_of_another_session_is_followed_with_its_time() -> None:
    table = table_of(EASY_HARP)
    table.follow("draw", 7.5, 1.0)
    view = table.view(3.0)
    assert (view["revision"], view["last"], view["time"], view["runs"]) == (1, "draw", 9.5, True)
    assert table.view(1.0)["time"] == 9.5, "time never goes back"


def test_what_pages_wish_is_told_to_another_session() -> None:
    table = table_of(EASY_HARP)
    assert table.wishes == []
    table.receive("page", {"type": "pause"}, 1.0)
    assert table.wishes == [{"type": "pause"}]


def test_every_message_of_the_session_carries_its_kind() -> None:
    table = table_of(EASY_HARP)
    answers = (act(table, "recycle"), ask(table, "recycle"))
    told: list[Message] = [table.view(0.0), *(answer.to_sender[0] for answer in answers)]
    assert [message["type"] for message in told] == ["table", "refused", "why"]
