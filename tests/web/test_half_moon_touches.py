"""Half Moon by mouse: what touches select and remove, and that words are off (HM-10 to HM-14)."""

import pytest

from hands import Hands, Moment, moment
from serving import Server

#: Piles KH AS KC 2S 9H AC 6H 5D 4C KC 10S JH, reserve 3H 4H 7S 9D 6C 8C 6D 7H.
START = Moment("HM1-N-AAAAAAB")
#: The first position of a won game in which jacks, queens and kings lie open.
FACES = moment("half-moon", 8)


@pytest.fixture
def table(host: Server, calm: Hands) -> Hands:
    calm.sit(host, START)
    return calm


@pytest.fixture
def faces(host: Server, calm: Hands) -> Hands:
    """With a king on piles 1, 3 and 10, a jack on 12 and a queen on 4."""
    calm.sit(host, FACES)
    assert [calm.top(pile) for pile in ("1", "3", "4", "10", "12")] == [
        "KH",
        "KC",
        "QS",
        "KC",
        "JH",
    ]
    return calm


def quiet(hands: Hands, moves: int = 0) -> bool:
    """No word lies on the table (HM-14: off), and nothing was removed."""
    return hands.said() is None and hands.stat("moves") == str(moves)


def test_hm10_the_first_touch_selects_a_card(table: Hands) -> None:
    table.touch("8")
    table.expect_selected("8")
    assert quiet(table)


def test_hm12_touching_a_selected_card_again_deselects_it(table: Hands) -> None:
    for place in ("8", "R5"):
        table.touch(place)
        table.expect_selected(place)
        table.touch(place)
        table.expect_selected()
    assert quiet(table)
    assert table.shaken() == []


def test_hm10_a_second_card_that_makes_eleven_removes_both(table: Hands) -> None:
    table.touch("8")
    table.touch("7")
    table.expect_moves(1)
    table.expect_selected()
    assert table.stat("score") == "10"
    assert len(table.cards("7")) == len(table.cards("8")) == 7


def test_hm8_a_pile_goes_with_a_reserve_card_in_either_order(table: Hands, host: Server) -> None:
    table.touch("R5")
    table.touch("8")
    table.expect_moves(1)
    table.touch("R8")
    table.touch("R2")
    table.expect_moves(2)
    assert table.actions(host) == ["8+R5", "R2+R8"]


def test_hm9_an_emptied_place_stays_empty_and_cannot_be_touched(table: Hands, host: Server) -> None:
    table.touch("R2")
    table.touch("R8")
    table.expect_moves(1)
    table.expect_cards("R2", [])
    for step in ("touch", "reload"):
        assert table.place("R2").get_attribute("aria-label") == "reserve card R2, empty"
        table.touch("R2")
        table.expect_selected()
        table.touch("R1")
        table.touch("R2")
        table.expect_selected("R1")
        table.touch("R1")
        if step == "touch":
            table.page.reload()
            table.ready()
    table.drag("R1", "R2")
    assert quiet(table, 1)
    assert table.actions(host) == ["R2+R8"]


def test_hm11_a_trio_takes_three_touches(faces: Hands, host: Server) -> None:
    faces.touch("4")
    faces.touch("12")
    faces.expect_selected("4", "12")
    assert quiet(faces, 8)
    faces.touch("10")
    faces.expect_moves(9)
    faces.expect_selected()
    assert faces.stat("score") == "95"
    assert faces.actions(host)[-1] == "4+10+12"


def test_hm12_of_two_selected_faces_only_the_touched_one_is_deselected(faces: Hands) -> None:
    for touched, left in (("4", "12"), ("12", "4")):
        faces.touch("4")
        faces.touch("12")
        faces.touch(touched)
        faces.expect_selected(left)
        faces.touch(left)
        faces.expect_selected()


@pytest.mark.parametrize(
    ("one", "other"),
    [("2", "4"), ("2", "6"), ("2", "1"), ("1", "2")],
    ids=["no eleven", "the same rank", "number then face", "face then number"],
)
def test_hm13_cards_that_do_not_go_together_clear_the_selection(
    table: Hands, one: str, other: str
) -> None:
    table.touch(one)
    table.shaken()
    table.touch(other)
    table.expect_selected()
    assert table.shaken() == [other]
    assert quiet(table)


def test_hm13_a_face_of_the_same_rank_becomes_the_selected_card(table: Hands) -> None:
    table.touch("1")
    table.touch("3")
    table.expect_selected("3")
    table.touch("10")
    table.expect_selected("10")
    assert quiet(table)


def test_hm13_a_third_face_replaces_the_selected_one_of_its_rank(faces: Hands) -> None:
    faces.touch("1")
    faces.touch("12")
    faces.touch("3")
    faces.expect_selected("3", "12")
    assert quiet(faces, 8)
    faces.touch("4")
    faces.expect_moves(9)


def test_hm13_a_number_clears_two_selected_faces(faces: Hands) -> None:
    faces.touch("1")
    faces.touch("12")
    faces.touch("5")
    faces.expect_selected()
    assert quiet(faces, 8)


def test_a_card_dragged_onto_its_partner_removes_both(table: Hands, host: Server) -> None:
    table.drag("8", "7")
    table.expect_moves(1)
    assert table.actions(host) == ["7+8"]


def test_app8a_a_double_tap_never_picks_the_card_that_it_uncovered(
    table: Hands, host: Server
) -> None:
    table.touch("8")
    table.double("7")
    table.expect_moves(1)
    table.expect_selected()
    assert table.actions(host) == ["7+8"]
    table.linger()
    table.touch("7")
    table.expect_selected("7")


def test_hm19_undo_puts_the_cards_back_and_lowers_score_and_moves(table: Hands) -> None:
    table.touch("8")
    table.touch("7")
    table.expect_moves(1)
    table.press("undo")
    table.expect_moves(0)
    assert table.stat("score") == "0"
    assert (table.top("7"), table.top("8"), len(table.cards("8"))) == ("6H", "5D", 8)
    table.press("redo")
    table.expect_moves(1)
    assert table.stat("score") == "10"


def test_hm18_a_blocked_game_says_so_and_undo_goes_on(host: Server, calm: Hands) -> None:
    end = moment("half-moon-blocked")
    calm.sit(host, Moment(end.code, end.actions[:-1]))
    for place in end.actions[-1].split("+"):
        calm.touch(place)
    calm.expect_outcome("blocked")
    panel = calm.page.locator(".panel")
    assert panel.locator("h2").inner_text() == "Blocked"
    assert "No pair and no trio is left" in panel.inner_text()
    assert panel.get_by_role("button").all_inner_texts() == [
        "Undo the last move",
        "New game",
        "Look at the table",
        "Replay and analysis",
        "Share the result",
    ]
    panel.get_by_role("button", name="Undo").click()
    calm.expect_outcome("")
    assert panel.count() == 0
    assert calm.stat("moves") == "16"
