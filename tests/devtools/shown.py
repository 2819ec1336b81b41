# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""How the Memory panel writes what its worker found.

Takes rows of read_worker.mjs and returns those that read_browser.mjs must read
off the page, so that the two can be compared as wholes. Bytes are written by
thousands, halves rounded up, and a distance that is none or that of a system
object as a minus sign.
"""

from decimal import ROUND_HALF_UP, Decimal

SYSTEM_DISTANCE = 100_000_000
MINUS = "\u2212"


def rounded(value, digits):
    unit = Decimal(1).scaleb(-digits)
    return f"{Decimal(value).quantize(unit, ROUND_HALF_UP):,}"


def kilobytes(size):
    """A size as table cells have it, always in kB."""
    thousands = Decimal(size) / 1000
    return rounded(thousands, 1 if thousands < 100 else 0) + " kB"


def size(count):
    """A size as tool tips, the list of files and Comparison have it."""
    if count < 1000:
        return f"{count} B"
    if count < 1_000_000:
        return kilobytes(count)
    millions = Decimal(count) / 1_000_000
    return rounded(millions, 1 if millions < 100 else 0) + " MB"


def percent(part, total):
    # In doubles and in this order, as the panel computes it.
    return rounded(Decimal(part / total * 100.0), 0).replace(",", "") + " %"


def distance(value):
    return str(value) if 0 <= value < SYSTEM_DISTANCE else MINUS


def signed(value, text):
    return ("+" if value > 0 else MINUS if value < 0 else "") + text


def cells(row, total):
    return {
        "distance": distance(row["distance"]),
        "shallow": kilobytes(row["shallow"]),
        "retained": kilobytes(row["retained"]),
        "shallow_exact": size(row["shallow"]),
        "retained_exact": size(row["retained"]),
        "shallow_percent": percent(row["shallow"], total),
        "retained_percent": percent(row["retained"], total),
    }


def class_row(row, total):
    return {"name": row["name"], "count": f"{row['count']:,}",
            **cells(row, total)}


def node_name(row):
    name, kind = row["name"], row["type"]
    if kind in ("string", "concatenated string"):
        return f'"{name}"'
    if kind == "array":
        return f"{name}[]" if name else "(internal array)[]"
    return {"regexp": f"/{name}/", "closure": f"{name}()"}.get(kind, name)


def object_row(row, total):
    edge = row["edge"] or "(empty)"
    return {"edge": f"[{edge}]" if row["edge_type"] == "element" else edge,
            "name": node_name(row), "id": row["id"], **cells(row, total)}


def object_rows(listing, total):
    return [object_row(row, total) for row in listing["rows"]]


def spaced(count):
    """Counts in Comparison and Allocation, which have no commas."""
    return f"{count:,}".replace(",", " ")


def comparison_row(row):
    return {
        "name": row["name"], "added_count": spaced(row["added_count"]),
        "removed_count": spaced(row["removed_count"]),
        "count_delta": signed(row["count_delta"],
                              spaced(abs(row["count_delta"]))),
        "added": size(row["added_bytes"]),
        "removed": size(row["removed_bytes"]),
        "delta": signed(row["bytes_delta"], size(abs(row["bytes_delta"]))),
    }


def allocation_row(row):
    return {"name": row["name"], "live_count": spaced(row["live_count"]),
            "count": spaced(row["count"]), "live": size(row["live_bytes"]),
            "size": size(row["bytes"])}


def statistics(found):
    """The legend of the Statistics view: rounded to kB, however small."""
    heap, native = found["v8heap"], found["native"]
    parts = {
        "Code": heap["code"], "Strings": heap["strings"],
        "JS arrays": heap["jsArrays"], "Typed arrays": native["typedArrays"],
        "System objects": heap["system"],
        "Other JS objects": heap["total"] - heap["code"] - heap["strings"]
                            - heap["jsArrays"] - heap["system"],
        "Other non-JS objects (such as HTML and CSS)":
            native["total"] - native["typedArrays"],
        "Total": found["total"],
    }
    return {name: rounded(Decimal(value) / 1000, 0) + " kB"
            for name, value in parts.items()}
