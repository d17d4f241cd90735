"""The server of boardgame.io, with players who load it, to be measured beside ours."""
