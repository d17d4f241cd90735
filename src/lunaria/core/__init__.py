"""What every card game shares: cards, deals, the contract of a game, records, the table session.

Standard library only; knows no particular game.
"""
