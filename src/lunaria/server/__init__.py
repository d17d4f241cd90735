"""The server: an ASGI application, its sockets, and the store that makes moves last."""
