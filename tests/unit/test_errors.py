"""Messages that many inputs share."""

from ordag.errors import unknown_option


def test_a_long_list_of_names_is_cut_and_the_nearest_come_first():
    message = str(unknown_option("column", "item_77b", [f"item_{k}" for k in range(200)]))
    assert message.startswith("unknown column 'item_77b'; did you mean 'item_77'? Valid: item_77, ")
    assert message.endswith(" and 189 more.")
    assert message.count("item_") == 2 + 11


def test_twelve_names_are_all_listed():
    names = [f"method_{k}" for k in range(12)]
    assert str(unknown_option("method", "x", names)) == f"unknown method 'x'. Valid: {', '.join(names)}."
