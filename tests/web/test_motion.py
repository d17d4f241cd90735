"""Motion: cards do not jump, and hardly move where the player wishes little motion (APP-5)."""

from pathlib import Path as File

import pytest
from playwright.sync_api import expect

from hands import Hands, Moment, moment, words
from serving import Server

START = Moment("CR1-N-AAAAAAB")
LONGEST = moment("longest-column", folder=File(__file__).parent)

#: Notes where a card with this face lies in each frame that is drawn.
FOLLOW = """face => {
    window.path = [];
    const look = () => {
        for (const card of document.querySelectorAll(`[data-card="${face}"]`)) {
            const box = card.getBoundingClientRect();
            window.path.push([box.left, box.top]);
        }
        requestAnimationFrame(look);
    };
    look();
}"""

Path = list[tuple[float, float]]


def travelled(hands: Hands) -> Path:
    """Where the card was that is followed."""
    hands.rest()
    path: Path = hands.page.evaluate("() => window.path")
    return path


def between(path: Path) -> Path:
    """The points on the way that are neither near the beginning nor near the end."""
    (a, b), (c, d) = path[0], path[-1]
    return [(x, y) for x, y in path if min(abs(x - a) + abs(y - b), abs(x - c) + abs(y - d)) > 10]


def test_a_tapped_card_travels_to_its_place(host: Server, desk: Hands) -> None:
    desk.sit(host, START)
    desk.choose(motion="slow")  # a busy machine draws few frames of it
    desk.page.evaluate(FOLLOW, "2C")
    start, end = desk.place("15").bounding_box(), desk.place("C+").bounding_box()
    desk.touch("15")
    desk.expect_moves(1)
    path = travelled(desk)
    assert start is not None
    assert end is not None
    assert path[0] == pytest.approx((start["x"], start["y"]), abs=2)
    assert path[-1] == pytest.approx((end["x"], end["y"]), abs=2)
    assert between(path)


def test_a_dropped_card_that_is_refused_flies_home(host: Server, desk: Hands) -> None:
    desk.sit(host, START)
    desk.page.evaluate(FOLLOW, "7H")
    desk.drag("4", "1")
    path = travelled(desk)
    assert path[-1] == pytest.approx(path[0], abs=1)
    farthest = max(path, key=lambda point: abs(point[0] - path[0][0]) + abs(point[1] - path[0][1]))
    way_home = path[path.index(farthest) :]
    assert between(way_home)


def test_a_dropped_card_does_not_jump_back_before_it_lies(host: Server, desk: Hands) -> None:
    desk.sit(host, START)
    desk.take("4", *desk.point("12"))
    desk.page.evaluate(FOLLOW, "7H")
    desk.page.mouse.up()
    desk.expect_moves(1)
    path = travelled(desk)
    (x, y), (c, d) = path[0], path[-1]
    reach = abs(x - c) + abs(y - d) + 20
    assert all(abs(a - c) + abs(b - d) <= reach for a, b in path)


def test_taking_back_lets_the_card_travel_back(host: Server, desk: Hands) -> None:
    desk.sit(host, START)
    desk.touch("15")
    desk.expect_moves(1)
    desk.rest()
    desk.page.evaluate(FOLLOW, "2C")
    desk.press("undo")
    desk.expect_moves(0)
    assert between(travelled(desk))


def test_a_touch_lets_the_deal_be_over_at_once(host: Server, desk: Hands) -> None:
    # A deal of its own: the address of another would take up what was played there.
    desk.page.goto(f"{host.url}play/crescent/CR1-N-AAAAACZ")
    desk.page.locator(".table[data-connection=open]").wait_for()
    desk.touch_at(
        *desk.page.evaluate(
            """() => {
            const box = document.querySelector('[data-place="14"]').getBoundingClientRect();
            return [box.x + 20, box.y + 20];
        }"""
        )
    )
    desk.expect_moves(1)
    desk.rest()
    assert desk.cards("H-") == ["??", "QH"]


@pytest.mark.parametrize("code", ["HM1-N-AAAAAAB", "CR1-N-AAAAAAB", "EH1-N-AAAAAAB"])
def test_app5_with_little_motion_nothing_lasts_longer_than_a_tenth_of_a_second(
    host: Server, calm: Hands, code: str
) -> None:
    calm.sit(host, Moment(code))
    if code.startswith("HM"):
        calm.touch("7")
        calm.touch("1")
        calm.touch("7")
        calm.touch("8")
    else:
        calm.touch("7")
        calm.drag("1", "2")
    calm.expect_moves(1)
    if code.startswith("EH"):
        calm.touch("stock")
        calm.expect_moves(2)
    if code.startswith("CR"):
        calm.press("redeal")
        calm.expect_stat("redeals", "2")
    else:
        calm.press("undo")
        calm.rest()
    durations = calm.page.evaluate("() => window.motions.map(each => each.duration)")
    assert durations
    assert max(durations) <= 100
    moves = calm.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter(each => {
            const style = getComputedStyle(each);
            return /transform|left|top/.test(style.transitionProperty)
                && parseFloat(style.transitionDuration) > 0.1;
        }).length"""
    )
    assert moves == 0


def test_app5_cards_move_as_fast_as_the_player_wishes(host: Server, desk: Hands) -> None:
    desk.sit(host, START)
    lasted = {}
    for motion in ("slow", "normal", "fast"):
        desk.choose(motion=motion)
        desk.page.evaluate("() => window.motions.splice(0)")
        desk.touch("15")
        desk.expect_moves(1)
        desk.rest()
        lasted[motion] = desk.page.evaluate(
            "Math.max(...window.motions.map(each => each.duration))"
        )
        desk.press("undo")
        desk.expect_moves(0)
        desk.rest()
    assert lasted == {"slow": 360, "normal": 180, "fast": 90}


def test_a_refused_card_is_home_after_220_milliseconds_and_shakes(
    host: Server, desk: Hands
) -> None:
    desk.sit(host, START)
    desk.take("4", *desk.point("1"))
    desk.page.evaluate("() => window.motions.splice(0)")
    desk.page.mouse.up()
    desk.rest()
    moved = desk.page.evaluate("() => window.motions")
    assert [each["place"] for each in moved] == ["4", "4"]
    assert sum(each["shakes"] for each in moved) == 1
    assert max(each["duration"] for each in moved) == 220
    desk.expect_said(words("same-suit"))


def test_cards_of_a_fan_slide_where_it_is_spread_anew(host: Server, desk: Hands) -> None:
    desk.page.set_viewport_size({"width": 1280, "height": 500})
    desk.sit(host, LONGEST)
    card = desk.cards("9")[-2]
    desk.page.evaluate(FOLLOW, card)
    before = desk.place("9").locator(".card").nth(-2).bounding_box()
    count = len(desk.cards("9"))
    desk.press("undo")
    expect(desk.place("9").locator(".card")).not_to_have_count(count)
    desk.rest()
    after = desk.place("9").locator(".card").last.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] > before["y"] + 10
    assert between(travelled(desk))


@pytest.mark.parametrize("name", ["half-moon", "crescent"])
def test_app7_a_win_sends_up_stars_that_end_with_any_key(
    host: Server, desk: Hands, name: str
) -> None:
    code, actions = moment(name)
    desk.sit(host, Moment(code, actions[:-1]))
    stars = desk.page.locator(".board .star")
    source, _, target = actions[-1].partition(">")
    if target:
        desk.drag(source, target)
    else:
        for place in actions[-1].split("+"):
            desk.touch(place)
    desk.expect_outcome("won")
    expect(stars).not_to_have_count(0)
    lasts = desk.page.evaluate("() => Math.max(...window.motions.map(each => each.duration))")
    assert 1000 <= lasts <= 1700
    desk.page.keyboard.press("Shift")
    still = desk.page.evaluate(
        """() => document.querySelector(".board").getAnimations({ subtree: true })
            .filter(each => each.playState === "running")
            .filter(each => each.effect.target.closest(".ghost:has(.star)")).length"""
    )
    assert still == 0
    expect(stars).to_have_count(0)


def test_app7_the_stars_of_a_win_are_in_nobodys_way(host: Server, desk: Hands) -> None:
    code, actions = moment("half-moon")
    desk.sit(host, Moment(code, actions[:-1]))
    for place in actions[-1].split("+"):
        desk.touch(place)
    expect(desk.page.locator(".board .star")).not_to_have_count(0)
    button = desk.page.locator(".panel button").first
    hit = button.evaluate(
        """button => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""
    )
    assert hit
    button.click()
    expect(desk.page.locator("dialog[open]")).to_be_visible()


def test_app7_a_win_that_is_looked_at_again_is_not_celebrated_twice(
    host: Server, desk: Hands
) -> None:
    code, actions = moment("half-moon")
    desk.sit(host, Moment(code, actions[:-1]))
    for place in actions[-1].split("+"):
        desk.touch(place)
    desk.expect_outcome("won")
    desk.page.reload()
    desk.expect_outcome("won")
    assert desk.page.locator(".board .star").count() == 0
