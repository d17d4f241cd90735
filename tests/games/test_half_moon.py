"""Half Moon, rule by rule; how its cards are touched is in test_half_moon_touches.py."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest

from lunaria.core.cards import HIDDEN, PACK, RANK, Card, card_of
from lunaria.core.code import Code
from lunaria.core.errors import NotLegal, Reason
from lunaria.core.game import Terms
from lunaria.core.replay import UNDO, Line
from lunaria.games.half_moon import HALF_MOON, HalfMoon, State
from positions import example, filled, half_moon
from registry import numbered
from wandering import opening, positions_of

PILES = [str(n) for n in range(1, 13)]
RESERVE = [f"R{n}" for n in range(1, 9)]

#: A whole game: pile 1 holds the aces, pile 2 the tens, and so on; the reserve holds the kings.
RANK_BY_RANK = (1, 10, 2, 9, 3, 8, 4, 7, 5, 6, 11, 12, 13)
WINNING = [f"{a}+{a + 1}" for a in (1, 3, 5, 7, 9) for _ in range(8)] + [
    f"11+12+R{n}" for n in range(1, 9)
]


class Sorted(HalfMoon):
    """Half Moon dealt rank by rank, so that it can be won."""

    def deal(self, order: Sequence[Card], terms: Terms, previous: State | None = None) -> State:
        ranked = [card_of(rank, suit) for rank in RANK_BY_RANK for suit in "SHDCSHDC"]
        return super().deal(ranked, terms)


def fits(*cards: Card) -> bool:
    """The rule told a second time, from the text of HM-6 and HM-7."""
    ranks = sorted(RANK[card] for card in cards)
    if len(ranks) == 2:
        return ranks[1] <= 10 and sum(ranks) == 11
    return ranks == [11, 12, 13]


def code_of(reason: Reason | None) -> str | None:
    return reason.code if reason else None


@pytest.mark.parametrize("number", [1, 2, 500_000, 999_999])
def test_hm1_two_packs_are_dealt(number: int) -> None:
    cards = Counter(
        card for pile in HALF_MOON.cards(opening(HALF_MOON, number)).values() for card in pile
    )
    assert cards == Counter(dict.fromkeys(PACK, 2))
    assert cards.total() == 104


def test_hm2_twelve_piles_of_eight_and_eight_reserve_cards() -> None:
    places = HALF_MOON.cards(opening(HALF_MOON))
    assert list(places) == PILES + RESERVE == list(HALF_MOON.places)
    assert [len(places[pile]) for pile in PILES] == [8] * 12
    assert [len(places[place]) for place in RESERVE] == [1] * 8


def test_hm5_only_tops_and_reserve_cards_are_playable() -> None:
    covered = half_moon({"1": "6D KS", "2": "KH", "R1": "5S"})
    assert HALF_MOON.legal(covered) == []
    assert code_of(HALF_MOON.refusal(covered, "1+R1")) is not None
    assert HALF_MOON.legal(half_moon({"1": "KS 6D", "R1": "5S"})) == ["1+R1"]


@pytest.mark.parametrize("place", PILES[1:] + RESERVE)
def test_hm5_every_top_and_every_reserve_card_is_playable(place: str) -> None:
    assert HALF_MOON.legal(half_moon({"1": "JH 6D", place: "5S"})) == [f"1+{place}"]


def test_hm6_pairs_of_eleven_in_any_suits() -> None:
    for first, second in product(PACK, repeat=2):
        refusal = HALF_MOON.refusal(half_moon({"1": first, "R8": second}), "1+R8")
        assert (refusal is None) == fits(first, second), (first, second)


def test_hm6_numbers_that_do_not_make_eleven_are_told_the_sum() -> None:
    for first, second in product(range(1, 11), repeat=2):
        state = half_moon({"1": card_of(first, "S"), "2": card_of(second, "S")})
        wanted = None if first + second == 11 else "sum"
        assert code_of(HALF_MOON.refusal(state, "1+2")) == wanted


def test_hm7_trio_of_jack_queen_king() -> None:
    ranks = range(1, 14)
    for chosen in product(ranks, repeat=3):
        a, b, c = (card_of(rank, suit) for rank, suit in zip(chosen, "SHD", strict=True))
        refusal = HALF_MOON.refusal(half_moon({"1": a, "2": b, "R1": c}), "1+2+R1")
        assert (refusal is None) == fits(a, b, c), chosen


def test_hm7_suits_of_a_trio_do_not_matter() -> None:
    for suits in product("SHDC", repeat=3):
        jack, queen, king = (f"{rank}{suit}" for rank, suit in zip("JQK", suits, strict=True))
        assert HALF_MOON.legal(half_moon({"3": queen, "5": king, "8": jack})) == ["3+5+8"]


def test_hm7_faces_never_pair() -> None:
    for a, b in product("JQK", repeat=2):
        state = half_moon({"1": f"{a}S", "2": f"{b}H"})
        assert code_of(HALF_MOON.refusal(state, "1+2")) == "trio"
        assert HALF_MOON.legal(state) == []


@pytest.mark.parametrize(
    "places", ["1 2", "12 R1", "R1 R8", "9 10 11", "1 12 R4", "2 R3 R4", "R1 R2 R8"]
)
def test_hm8_any_mix_of_piles_and_reserve(places: str) -> None:
    names = places.split()
    cards = ("5S", "6H") if len(names) == 2 else ("QS", "JH", "KD")
    state = half_moon(dict(zip(names, cards, strict=True)))
    assert HALF_MOON.legal(state) == ["+".join(names)]


def test_hm8_one_token_for_each_set_of_places() -> None:
    places = PILES + RESERVE
    wanted = {"+".join(chosen) for size in (2, 3) for chosen in combinations(places, size)}
    assert wanted == HALF_MOON.tokens


def test_hm9_removed_cards_leave_the_game() -> None:
    state = half_moon({"1": "KS 9D 5S", "2": "6H", "R2": "JS"})
    after = HALF_MOON.cards(HALF_MOON.apply(state, "1+2"))
    assert after == half_moon_cards({"1": "KS 9D", "R2": "JS"})
    assert [part.target for part in HALF_MOON.transfers(state, "1+2")] == [None, None]


def half_moon_cards(places: dict[str, str]) -> dict[str, tuple[Card, ...]]:
    return HALF_MOON.cards(half_moon(places))


def test_hm9_an_emptied_place_stays_empty() -> None:
    state = HALF_MOON.apply(half_moon({"1": "6S 5S", "2": "6H", "R1": "6D", "R2": "5D"}), "2+R2")
    assert HALF_MOON.refusal(state, "1+2") == Reason.of("no-card", place="2")
    assert HALF_MOON.refusal(state, "1+R2") == Reason.of("no-card", place="R2")
    after = HALF_MOON.apply(state, "1+R1")
    assert after == half_moon({"1": "6S"})


def test_hm16_a_pair_scores_ten_and_a_trio_fifteen() -> None:
    state = half_moon({"1": "5S", "2": "6H", "3": "JS", "4": "QS", "R1": "KS"})
    assert HALF_MOON.points(state, "1+2") == 10
    assert HALF_MOON.points(state, "3+4+R1") == 15


def test_hm16_a_won_game_has_48_moves_and_520_points() -> None:
    line = won_line()
    assert (line.outcome, line.result) == ("won", "won")
    assert (line.moves, line.score) == (48, 520)
    assert sum(token.count("+") == 1 for token in WINNING) == 40


def won_line() -> Line[State]:
    line = Line(Sorted(), Code("HM", 1, "N", 1))
    for token in WINNING:
        assert line.outcome is None
        line.play(token)
    return line


def test_hm17_won_when_all_cards_are_removed() -> None:
    assert HALF_MOON.outcome(half_moon({})) == "won"
    assert HALF_MOON.turn(half_moon({})) == 0
    last = half_moon({"7": "AS", "R1": "10S"})
    assert HALF_MOON.outcome(last) is None
    assert HALF_MOON.outcome(HALF_MOON.apply(last, "7+R1")) == "won"
    assert HALF_MOON.outcome(half_moon({"7": "AS"})) == "blocked"


def test_hm18_blocked_where_no_pair_and_no_trio_is_playable() -> None:
    assert HALF_MOON.outcome(half_moon({"1": "6D 5S", "2": "JS", "R1": "QS"})) == "blocked"
    assert HALF_MOON.outcome(half_moon({"1": "6D 5S", "2": "JS", "R1": "QS", "R2": "KD"})) is None
    assert HALF_MOON.turn(half_moon({"1": "6D 5S"})) == 0


def test_hm18_is_said_exactly_where_it_is_so() -> None:
    seen = set()
    for number in range(1, 30):
        state = opening(HALF_MOON, number)
        while HALF_MOON.outcome(state) is None:
            state = HALF_MOON.apply(state, HALF_MOON.legal(state)[0])
        positions = positions_of(HALF_MOON, 1, steps=48) if number == 1 else []
        for position in [*positions, state]:
            tops = [pile[-1] for pile in position.piles if pile]
            goes = any(fits(*cards) for size in (2, 3) for cards in combinations(tops, size))
            wanted = None if goes else "blocked" if tops else "won"
            assert HALF_MOON.outcome(position) == wanted
            seen.add(wanted)
    assert {None, "blocked"} <= seen


def test_hm19_undo_gives_cards_back_and_takes_score_and_move_count() -> None:
    line: Line[Any] = Line(HALF_MOON, numbered(HALF_MOON, 1))
    before = line.state
    token = line.legal()[0]
    line.play(token)
    assert (line.moves, line.score) == (1, 10 if token.count("+") == 1 else 15)
    line.play(UNDO)
    assert (line.state, line.moves, line.score) == (before, 0, 0)


def test_hm19_a_whole_won_game_can_be_undone() -> None:
    line = won_line()
    counts = [(line.moves, line.score)]
    for _ in range(48):
        line.play(UNDO)
        counts.append((line.moves, line.score))
    assert [moves for moves, _ in counts] == list(range(48, -1, -1))
    assert counts[-1] == (0, 0)
    assert line.state == Sorted().deal((), Terms())
    with pytest.raises(NotLegal) as caught:
        line.play(UNDO)
    assert caught.value.reason.code == "nothing-to-undo"
    assert HALF_MOON.undo.depth == 100


@pytest.mark.parametrize("seat", [0, 1])
def test_hm22_covered_cards_are_hidden(seat: int) -> None:
    state = half_moon({"1": "KS 9D 5S", "2": "6H", "R2": "JS"})
    view = HALF_MOON.view(state, seat)
    assert view["1"] == (HIDDEN, HIDDEN, "5S")
    assert view["2"] == ("6H",)
    assert view["R2"] == ("JS",)
    assert view["3"] == ()


def source_position(moment: str, below: dict[str, str] | None = None) -> State:
    """The source's example with any cards under those that it shows."""
    shown = example("half_moon", moment)
    known: dict[str, list[Card | None]] = {
        pile: [None] * (count - 1) + [top]
        for pile, count, top in zip(PILES, shown["pile_counts"], shown["pile_tops"], strict=True)
    }
    known |= {place: [card] for place, card in zip(RESERVE, shown["reserve"], strict=True)}
    for pile, card in (below or {}).items():
        known[pile][-2] = card
    state: State = HALF_MOON.with_cards(opening(HALF_MOON), filled(HALF_MOON, known))
    return state


def test_source_example_moves_1_and_2() -> None:
    state = source_position("before_move_1", below={"1": "7H", "8": "JC"})
    assert HALF_MOON.outcome(state) is None
    assert HALF_MOON.refusal(state, "1+8") is None
    after = HALF_MOON.apply(state, "1+8")
    shown = example("half_moon", "after_move_1")
    cards = HALF_MOON.cards(after)
    assert [cards[pile][-1] for pile in PILES] == shown["pile_tops"]
    assert [len(cards[pile]) for pile in PILES] == shown["pile_counts"]
    assert [*(cards[place][0] for place in RESERVE)] == shown["reserve"]
    assert HALF_MOON.refusal(after, "3+5+8") is None
    last = HALF_MOON.cards(HALF_MOON.apply(after, "3+5+8"))
    assert [len(last[pile]) for pile in ("3", "5", "8")] == [7, 7, 6]
    assert (HALF_MOON.points(state, "1+8"), HALF_MOON.points(after, "3+5+8")) == (10, 15)


def test_source_example_after_move_1_has_the_trio() -> None:
    legal = HALF_MOON.legal(source_position("after_move_1"))
    assert "3+5+8" in legal
    assert "1+8" not in legal
