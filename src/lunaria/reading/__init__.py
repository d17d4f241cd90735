"""The pages about the games: Markdown in each language, with diagrams and facts that games answer.

A page names a position by its record and never by a picture, and a card or a number by the action
that it belongs to. So a page cannot say what the game does not do: such a page is a fault.
"""
