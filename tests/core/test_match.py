"""Matches without a server: two seats, what each is told, and when."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from lunaria.core.cards import HIDDEN
from lunaria.core.code import Code, Sealed
from lunaria.core.deal import commitment, sealed, shuffled
from lunaria.core.match import PATIENCE, PERSON, Match
from lunaria.core.replay import Line
from lunaria.core.table import Message
from lunaria.games.comet import COMET

PEOPLE = (PERSON, PERSON)
#: A match whose first rounds have a forced pass, a set and a comet that is kept back.
NUMBERS = range(1, 9)


def match(
    number: int = 1,
    players: tuple[str, str] = PEOPLE,
    *,
    rounds: int = 2,
    variant: str = "N",
    **more: Any,
) -> Match:
    line = Line(COMET, Code("CO", 1, variant, number), rounds)
    return Match(line, players, uniform=random.Random(number).uniform, **more)


class Drive:
    """Both seats of a match and a clock that jumps to what is due."""

    def __init__(self, match: Match, seed: int = 0, seats: tuple[int, ...] = (1, 2)) -> None:
        self.match, self.now = match, 0.0
        self.luck = random.Random(seed)
        self.seats = seats
        for seat in seats:
            match.join(seat, seat, self.now)

    def view(self, seat: int) -> Message:
        return self.match.told(seat, self.now)

    def act(self, seat: int, token: str) -> Any:
        message = {"type": "act", "token": token, "revision": self.match.revision}
        return self.match.receive(seat, message, self.now)

    def step(self) -> None:
        """The next thing that happens: something due, or a random choice of the seat in turn."""
        if self.match.wakes is not None:
            self.now = max(self.now, self.match.wakes)
            legal = COMET.legal(self.match.shown) if self.match.asks else []
            self.match.advance(self.now, self.luck.choice(legal) if legal else None)
            return
        if not self.match.turn:
            for seat in self.seats:
                self.match.receive(seat, {"type": "next"}, self.now)
            return
        self.now += self.luck.uniform(0.0, 3.0)
        seat = self.match.turn
        self.act(seat, self.luck.choice(sorted(self.view(seat)["legal"])))

    def whole(self) -> Iterator[None]:
        """The whole match, step by step."""
        for _ in range(2_000):
            yield
            if self.match.outcome:
                return
            self.step()
        raise AssertionError("the match does not end")


@pytest.mark.parametrize("variant", ["N", "C"])
@pytest.mark.parametrize("number", NUMBERS)
def test_no_seat_is_told_what_it_may_not_see(number: int, variant: str) -> None:
    drive = Drive(match(number, variant=variant), number)
    for _ in drive.whole():
        state = drive.match.shown
        for seat in (1, 2):
            told = drive.view(seat)
            if not state.seat:
                continue
            unseen = Counter(state.hands[2 - seat]) + Counter(state.aside)
            shown = Counter(card for pile in told["places"].values() for card in pile)
            assert shown[HIDDEN] == unseen.total()
            assert shown + unseen - Counter({HIDDEN: shown[HIDDEN]}) == Counter(COMET.pack)
            assert "hands" not in str({**told, "results": None})
            assert told["turn"] == seat or not told["legal"]


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_told_does_not_depend_on_what_is_hidden(number: int) -> None:
    """The redistribution test of messages: the other hand and the cards aside dealt anew."""
    drive = Drive(match(number), number)
    checked = 0
    for _ in drive.whole():
        state = drive.match.shown
        if not state.seat:
            continue
        own = state.seat
        unseen = [*state.hands[2 - own], *state.aside]
        random.Random(number).shuffle(unseen)
        size = len(state.hands[2 - own])
        hands = [state.hands[own - 1], tuple(unseen[:size])]
        other = COMET.with_cards(
            state,
            {
                "hand1": hands[own != 1],
                "hand2": hands[own != 2],
                "pile": state.pile,
                "aside": unseen[size:],
            },
        )
        told = drive.view(own)
        drive.match._shown, kept = other, drive.match._shown
        assert drive.view(own) == told
        drive.match._shown = kept
        checked += other != state
    assert checked > 10


@pytest.mark.parametrize("number", NUMBERS)
def test_a_pass_without_a_choice_is_seen_when_a_chosen_one_is(number: int) -> None:
    """Until a step is shown the other seat is told the same as of somebody who still thinks."""
    drive = Drive(match(number), number)
    waited = 0
    for _ in drive.whole():
        state, seat = drive.match.shown, drive.match.turn
        if not seat or COMET.legal(state):
            continue
        told = drive.view(3 - seat)
        assert told["turn"] == seat
        assert told["history"][-1][1] != "pass" or told["history"][-1][0] != seat
        assert drive.match.wakes is not None
        assert drive.match.wakes - drive.now >= 1.0
        assert drive.match.advance(drive.now) == drive.match.advance(drive.match.wakes - 0.01)
        waited += 1
    assert waited > 3


def test_a_fast_choice_is_shown_no_sooner_than_a_card_without_alternative() -> None:
    drive = Drive(match())
    token = sorted(drive.view(1)["legal"])[0]
    drive.now = drive.match.wakes or 0.0
    drive.act(1, token)
    while drive.match.turn != 1 or len(drive.view(1)["legal"]) < 2:
        drive.step()
    revision = drive.match.revision
    token = sorted(drive.view(1)["legal"])[0]
    assert drive.act(1, token).action is None
    assert drive.match.revision == revision
    assert drive.view(1)["legal"] == {}
    assert drive.act(1, token).to_sender[0]["reason"]["code"] == "not-yet"
    wakes = drive.match.wakes
    assert wakes is not None
    assert wakes - drive.now >= 0.6
    answer = drive.match.advance(wakes)
    assert answer.action is not None
    assert answer.action.token == token


@pytest.mark.parametrize("number", NUMBERS)
def test_the_computer_takes_as_long_for_a_pass_whether_it_has_a_choice(number: int) -> None:
    drive = Drive(match(number, (PERSON, "master")), number, seats=(1,))
    before, since = drive.match.shown, 0.0
    seen = 0
    for _ in drive.whole():
        state = drive.match.shown
        if state is before:
            continue
        if before.seat == 2:
            longer = 0.8 if state.history[-1].token == "pass" else 0.0
            assert longer + 0.8 - 1e-6 <= drive.now - since <= longer + 1.4 + 1e-6
            seen += 1
        before, since = state, drive.now
    assert seen > 5


def test_the_match_goes_on_when_both_wish_to_or_one_has_waited() -> None:
    drive = Drive(match())
    while drive.match.turn:
        drive.step()
    told = drive.view(2)
    assert (told["turn"], told["waits"], told["outcome"]) == (0, [1, 2], None)
    assert HIDDEN not in str(told["places"])
    assert drive.act(2, "7").to_sender[0]["reason"]["code"] == "not-yet"
    drive.match.receive(2, {"type": "next"}, drive.now)
    assert drive.view(1)["waits"] == [1]
    wakes = drive.match.wakes
    assert wakes is not None
    drive.match.advance(wakes)
    told = drive.match.told(1, wakes)
    assert (told["round"], told["dealer"], told["turn"], told["waits"]) == (2, 1, 2, [])


def test_a_wish_to_go_on_is_heard_by_a_session_that_is_behind_in_showing_the_end() -> None:
    for number in NUMBERS:
        drive = Drive(match(number))
        while not drive.match.line.between:
            drive.step()
        if drive.match.turn:
            break
    else:
        raise AssertionError("no round ends with something that nobody chooses")
    # Here the end is not to be seen yet, and nobody can wish for what comes after it.
    assert not drive.match.receive(1, {"type": "next"}, drive.now).to_all
    drive.match.show_all(drive.now)
    assert drive.view(2)["waits"] == [1, 2]
    assert drive.match.receive(1, {"type": "next"}, drive.now).to_all
    assert drive.view(2)["waits"] == [2]


def test_a_match_that_is_opened_between_rounds_shows_how_the_last_one_ended() -> None:
    drive = Drive(match())
    while drive.match.turn:
        drive.step()
    again = Drive(Match(drive.match.line, PEOPLE))
    assert again.view(1)["places"] == drive.view(1)["places"]
    assert again.view(1)["waits"] == [1, 2]


def test_two_at_one_screen_see_a_hand_only_in_its_turn_and_when_they_ask() -> None:
    drive = Drive(match(screen=True), seats=(0,))
    told = drive.match.told(0, 0.0)
    assert told["seat"] == 0
    assert set(told["places"]["hand1"] + told["places"]["hand2"]) == {HIDDEN}
    assert drive.act(0, "7").to_sender[0]["reason"]["code"] == "not-your-turn"
    drive.match.receive(0, {"type": "look"}, 0.0)
    told = drive.match.told(0, 0.0)
    assert (told["seat"], HIDDEN in told["places"]["hand1"]) == (1, False)
    assert set(told["places"]["hand2"]) == {HIDDEN}
    while drive.match.turn == 1:
        if drive.match.wakes is None:
            assert drive.match.told(0, drive.now)["seat"] == 1
            drive.act(0, drive.luck.choice(sorted(drive.match.told(0, drive.now)["legal"])))
        else:
            drive.step()
    told = drive.match.told(0, drive.now)
    assert told["seat"] == 0
    assert set(told["places"]["hand1"]) == {HIDDEN}


def test_who_has_been_gone_for_two_minutes_can_be_claimed_against() -> None:
    drive = Drive(match())
    claim = {"type": "claim"}
    assert drive.view(1)["claim"] is None
    drive.match.leave(2, 10.0)
    drive.now = 10.0 + PATIENCE - 1
    assert drive.view(1)["claim"] == 1.0
    assert drive.match.receive(1, claim, drive.now).to_sender[0]["reason"]["code"] == "not-gone"
    drive.match.join("back", 2, drive.now)
    assert drive.view(1)["claim"] is None
    drive.match.leave("back", drive.now)
    drive.now += PATIENCE
    answer = drive.match.receive(1, claim, drive.now)
    assert answer.gone == 2
    assert drive.view(1)["outcome"] == "abandoned2"
    assert drive.act(1, "7").to_sender[0]["reason"]["code"] == "match-over"


def test_nobody_plays_before_both_sit_there() -> None:
    drive = Drive(match(invitation="name"))
    assert drive.view(1)["legal"] == {}
    assert drive.act(1, "7").to_sender[0]["reason"]["code"] == "seat-free"
    drive.match.taken()
    assert drive.view(1)["legal"]


def test_seeds_are_told_when_their_round_is_over() -> None:
    deals = sealed(COMET, "N", 2)
    drive = Drive(Match(Line(COMET, deals), PEOPLE))
    for _ in drive.whole():
        told = drive.view(1)
        assert told["code"] is None
        seal = told["sealed"]
        assert seal["commitments"] == [commitment(seed) for seed in deals.seeds]
        shown = [seed is not None for seed in seal["seeds"]]
        assert shown == [number < len(told["results"]) for number in range(2)]
    assert len({deals.seeds[0], deals.seeds[1]}) == 2
    first = shuffled(COMET.pack, bytes.fromhex(drive.view(2)["sealed"]["seeds"][0]))
    assert sorted(first[36:]) == sorted(drive.view(2)["results"][0]["aside"])


def test_a_rematch_needs_both() -> None:
    drive = Drive(match())
    again = {"type": "rematch"}
    assert drive.match.receive(1, again, 0.0).to_sender[0]["reason"]["code"] == "not-yet"
    for _ in drive.whole():
        pass
    assert not drive.match.receive(1, again, drive.now).rematch
    assert drive.view(2)["rematch"] == [1]
    assert drive.match.receive(2, again, drive.now).rematch


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        {},
        {"type": []},
        {"type": "act"},
        {"type": "act", "token": 7, "revision": 0},
        {"type": "act", "token": "7", "revision": True},
        {"type": "act", "token": "undo", "revision": 0},
        {"type": "act", "token": "pass", "revision": 0},
        {"type": "act", "token": "AS", "revision": 0},
        {"type": "act", "token": "x" * 4000, "revision": 0},
        {"type": "act", "token": "7", "revision": 5},
        {"type": "pause"},
        {"type": "why", "token": "7", "revision": 0},
    ],
)
def test_other_messages_are_refused_and_change_nothing(message: object) -> None:
    drive = Drive(match())
    before = drive.view(1)
    answer = drive.match.receive(1, message, 0.0)
    assert answer.to_sender[0]["type"] == "refused"
    assert not answer.to_all
    assert drive.view(1) == before


def test_a_seat_cannot_act_for_the_other() -> None:
    drive = Drive(match())
    assert drive.act(2, "7").to_sender[0]["reason"]["code"] == "not-your-turn"
    assert drive.match.revision == 0


def test_sealed_deals_fit_the_rounds() -> None:
    with pytest.raises(Exception, match="seeds"):
        Line(COMET, Sealed("CO", 1, "N", (b"0" * 32,) * 2), 4)
