"""Rooms without visitors leave the memory, so that new tables are not refused."""

from table_client import Page, begin

from ludo_env.server import Limits, Options, TableServer


def test_rooms_that_were_left_refuse_no_new_tables(tmp_path):
    """A room that waits for an absent person can be unloaded at once, and is loaded again later."""
    limits = Limits(rooms=2)
    with TableServer(Options(tmp_path / "db", port=0, workers=0, limits=limits)) as server:
        tables = []
        for _ in range(5):
            table = begin(server, "mensch", ["me", "friend", "friend", "friend"], by_hand=True)
            page = Page(server, table["table"], table["host"])
            assert page.state["waits"] == "throw"
            page.close()
            tables.append(table)
        again = Page(server, tables[0]["table"], tables[0]["host"])
        assert again.step()[0] == 200
