"""Tables in the browser: rooms, their database, and the server; see `ludo_env.server`."""
