"""Hands in pictures: fans across, in one row or in two, and what of them is told."""

import re
from itertools import pairwise

import pytest

from lunaria.core.cards import HIDDEN
from lunaria.games import read_deal, start
from lunaria.games.comet import COMET
from lunaria.i18n import LANGUAGES, catalog
from lunaria.pictures.fan import CELL_WIDTH, Lie, lies
from lunaria.pictures.layout import Spot, arrangement
from lunaria.pictures.position import Labels, Marks, draw, draw_row, position_svg
from lunaria.pictures.preview import preview_png
from lunaria.pictures.text import text_picture
from lunaria.reading import diagrams, moments
from lunaria.reading.words import Words

LINE = start(read_deal("CO1-N-AAAAAAB"))
WIDE, TALL = (arrangement("comet", name).spots for name in ("wide", "tall"))
PLACED = re.compile(r'<use href="#([^"]+)" x="([\d.]+)" y="([\d.]+)"')


def rows(spot: Spot, count: int, card: str = "7S") -> list[int]:
    """How many cards lie in each row of a fan."""
    downs = [lie.down for lie in lies(spot, [card] * count)]
    return [downs.count(down) for down in dict.fromkeys(downs)]


@pytest.mark.parametrize(
    ("count", "wide", "tall"),
    [(1, [1], [1]), (9, [9], [9]), (10, [10], [9, 1]), (18, [18], [9, 9])],
)
def test_a_hand_lies_in_one_row_or_two(count: int, wide: list[int], tall: list[int]) -> None:
    assert rows(WIDE["hand1"], count) == wide
    assert rows(TALL["hand1"], count) == tall


def test_backs_lie_closer_so_that_they_need_one_row() -> None:
    assert rows(TALL["hand2"], 18, HIDDEN) == [18]
    assert rows(TALL["hand2"], 18) == [9, 9]


@pytest.mark.parametrize("spots", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("count", [*range(1, 37)])
def test_the_longest_pile_lies_within_its_rows_with_the_last_card_on_top(
    spots: dict[str, Spot], count: int
) -> None:
    spot = spots["pile"]
    found = lies(spot, ["7S"] * count)
    assert len(rows(spot, count)) <= spot.rows
    half = (spot.across or 0) * CELL_WIDTH / 2
    assert all(-half <= lie.right - 50 <= lie.right + 50 <= half for lie in found)
    assert found == sorted(found, key=lambda lie: (lie.down, lie.right))
    steps = [b.right - a.right for a, b in pairwise(found) if a.down == b.down]
    assert all(step >= 24 for step in steps), "a rank would be covered"


def test_a_place_that_is_no_fan_across_lies_as_ever() -> None:
    assert lies(Spot(0, 0), ["7S", "8S"]) == [Lie(0, 0), Lie(0, 0)]
    assert [lie.down for lie in lies(Spot(0, 0, fan=1), ["7S", HIDDEN, "8S"])] == pytest.approx(
        [0, 47.6, 64.4]
    )


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_co20_a_picture_shows_what_the_seat_sees(layout: str) -> None:
    view = LINE.view()
    drawn = position_svg("comet", view, layout=layout)
    faces = [found[0] for found in PLACED.findall(drawn.partition("</defs>")[2])]
    # Of a hidden hand, and of the cards aside, only the last is more than an edge.
    assert faces.count("back-comet") == 2
    assert len(faces) == len(view["hand1"]) + 2
    assert drawn.count("back-paper back-line") == 17 + 11
    assert preview_png("comet", tuple(view.items())).startswith(b"\x89PNG")


def test_cards_that_go_stand_out_and_are_ringed_as_far_as_they_are_seen() -> None:
    hand = ("2S", "7S", "7S", "7C", "7C", "8S")
    drawing = draw_row(
        "comet", {"hand1": hand}, marks=Marks({"hand1": slice(1, 5)}), labels=Labels()
    )
    tops = [float(y) for _, _, y in PLACED.findall("".join(drawing.shapes))]
    assert len(set(tops)) == 2
    assert tops[0] == tops[5] == tops[1] + 21
    (ring,) = [shape for shape in drawing.shapes if "ring" in shape]
    width = float(re.findall(r'width="([\d.]+)"', ring)[0])
    assert width == pytest.approx(4 * 44 + 6)


def test_a_set_that_lies_in_two_rows_has_a_ring_in_each() -> None:
    hand = (*["2S"] * 7, "7S", "7S", "7C", "7C", "8S")
    drawing = draw(
        "comet", {**LINE.view(), "hand1": hand}, layout="tall", marks=Marks({"hand1": slice(7, 11)})
    )
    assert len([shape for shape in drawing.shapes if "ring" in shape]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_is_told_card_by_card_and_a_hidden_one_by_its_number(language: str) -> None:
    words = Words(catalog(language), "comet")
    told = words.told(LINE.view())
    assert all(words.card(card) in told for card in LINE.view()["hand1"])
    own = {*LINE.view()["hand1"]}
    assert not [card for card in {*COMET.pack} - own if words.card(card) in told]
    assert "18" in told


def test_hands_are_listed_in_a_terminal() -> None:
    picture = text_picture("comet", LINE.view())
    assert "hand1 (18):\n2C 4S 4S" in picture
    assert "pile (0):\n--\n" in picture
    assert picture.count("??") == 2


def test_a_diagram_shows_a_round_as_it_ended() -> None:
    over = diagrams.read("after: 31\nover: yes\nplaces: hand2 pile\ncaption: Here.", "comet")
    assert over.view["hand2"] == ("6S", "6C")
    dealt = diagrams.read("after: 31\nplaces: hand2 pile\nopen: yes\ncaption: Here.", "comet")
    assert [len(cards) for cards in dealt.view.values()] == [18, 0]
    with pytest.raises(ValueError, match="no round"):
        diagrams.read("after: 30\nover: yes\ncaption: Here.", "comet")


def test_co14_to_co17_the_sums_on_the_examples_page_are_those_of_the_match() -> None:
    def points(hand: tuple[str, ...]) -> int:
        return sum({"J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1]) for card in hand)

    match = moments.example("comet")
    first, second = match.state.rounds
    assert [points(hand) for hand in first.hands] == [20, 12]
    assert (first.points, first.out, 2 * (20 + 9 - 12)) == (8, False, 34)
    assert (points(second.hands[0]), second.out, second.factor) == (133, True, 2)
    assert COMET.totals(match.state) == (0, 8 + 266)


def test_the_example_shows_what_its_page_tells() -> None:
    """A set whole, kings one by one, the comet kept back and played, passes without a question."""
    match = moments.example("comet")
    assert (match.actions[7], match.actions[12], match.actions[31]) == ("pass", "comet", "3x4")
    assert match.breaks == [31]
    assert "Kx4" in moments.moment("comet", 19).legal()
    history = moments.moment("comet", 30).state.history
    assert [play.seat for play in history if play.token == "pass"] == [1, 2, 1, 2, 1]
