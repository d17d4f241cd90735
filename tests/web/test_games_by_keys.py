"""Games from records, played by keys alone (APP-8)."""

from playwright.sync_api import expect

from hands import Hands, Moment, moment
from keyboard import Keyboard
from lunaria.core.replay import Line
from lunaria.games import read_deal, start
from serving import Server

#: From where on a game of Crescent is played: before its last redeal.
AHEAD = 150
#: How much of a game of Easy Harp, which has many hundred actions, is played from its deal.
PART = 70


def test_half_moon_is_won_from_the_front_page(host: Server, calm: Hands) -> None:
    code, actions = moment("half-moon")
    keys = Keyboard(calm, "half-moon")
    keys.enter(host, code)
    last = ""
    for number, token in enumerate(actions, start=1):
        # APP-8a: the place touched last, touched again at once, would be a double tap.
        places = sorted(token.split("+"), key=lambda place: place == last)
        keys.touch(*places)
        calm.expect_moves(number)
        last = places[-1]
        if number < len(actions):
            keys.expect_here(last)
    calm.expect_outcome("won")
    assert (calm.stat("score"), calm.stat("moves")) == ("520", "48")
    expect(calm.page.locator(".panel").get_by_role("button").first).to_be_focused()


def test_crescent_is_won_through_its_last_redeal(host: Server, calm: Hands) -> None:
    code, actions = moment("crescent")
    calm.sit(host, Moment(code, actions[:AHEAD]))
    keys = Keyboard(calm, "crescent")
    line = start(read_deal(code))
    for token in actions[:AHEAD]:
        line.play(token)
    assert "redeal" in actions[AHEAD:]
    last = ""
    for number, token in enumerate(actions[AHEAD:]):
        source, _, target = token.partition(">")
        if token == "redeal" or source == last or number % 3 == 0:
            keys.act(token)
        else:
            # CR-18: a card with only one place to go is there after one tap.
            goes = line.game.gestures(line.state).taps[source].token
            keys.touch(*((source,) if goes else (source, target)))
            last = source if goes else target
        line.play(token)
        calm.expect_moves(line.moves)
        calm.expect_stat("redeals", str(line.game.redeals(line.state)))
    calm.expect_outcome("won")


def play(keys: Keyboard, line: Line[object], actions: tuple[str, ...]) -> None:
    for token in actions:
        keys.act(token)
        line.play(token)
        keys.hands.expect_moves(line.moves)
    for place, cards in line.view().items():
        assert keys.hands.cards(place) == list(cards), place
    assert keys.hands.stat("score").replace(",", "") == str(line.score)


def test_easy_harp_from_its_deal(host: Server, calm: Hands) -> None:
    code, actions = moment("easy-harp")
    calm.sit(host, Moment(code))
    assert "draw" in actions[:PART]
    play(Keyboard(calm, "easy-harp"), start(read_deal(code)), actions[:PART])


def test_easy_harp_to_its_end(host: Server, calm: Hands) -> None:
    code, actions = moment("easy-harp", game=1)
    begun, rest = actions[:-30], actions[-30:]
    calm.sit(host, Moment(code, begun))
    line = start(read_deal(code))
    for token in begun:
        line.play(token)
    play(Keyboard(calm, "easy-harp"), line, rest)
    calm.expect_outcome("won")
