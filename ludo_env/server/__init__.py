"""Tables in the browser: the server of `ludo-env serve`, for programs that start their own."""

__all__: list[str] = []
