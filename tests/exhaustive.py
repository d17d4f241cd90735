"""Whether a position can be won, by trying everything."""

from typing import Any

from lunaria.core.game import WON, Game


def winnable(game: Game[Any], state: Any) -> bool:
    """Whether anything that the rules allow wins; for positions after which little is possible."""
    seen = {state}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if game.outcome(state) == WON:
            return True
        for token in game.legal(state):
            after = game.apply(state, token)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False
