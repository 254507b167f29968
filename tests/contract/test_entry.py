"""The entry: its versions, its own digest, and what it must not say."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract import strategies as some
from pinax_runtime.format import (
    FORMAT,
    BundleError,
    CorruptFileError,
    DigestMismatchError,
    DocsetEntry,
    Entry,
    FileRef,
    FormatVersionError,
    LimitExceededError,
    NotABundleError,
    Ranking,
    digest,
    limits,
)

DOCSET = DocsetEntry(
    "guide", "Der Führer", "https://x.dev/", 2, 5, {"en": 1, "de": 1}, "2026-01-02T03:04:05Z", 1.0,
    (FileRef(bytes(16), "segment", 100),),
)  # fmt: skip
ENTRY = Entry((DOCSET,), Ranking(), "1.0")


def _with(changes: dict[str, Any], **docset: Any) -> bytes:
    """Return an entry's bytes with members changed, and a digest that is right all the same."""
    value = {**json.loads(ENTRY.to_bytes()), **changes, "digest": "0" * 32}
    value["docsets"] = [{**item, **docset} for item in value["docsets"]] if docset else value["docsets"]
    data = (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()
    return data.replace(b'"digest": "' + b"0" * 32, b'"digest": "' + digest(data).hex().encode(), 1)


def test_an_entry_is_for_people_too() -> None:
    """The entry is indented JSON in UTF-8 that ends with a line end and says what is where."""
    text = ENTRY.to_bytes().decode()
    assert text.endswith("}\n")
    assert "Der Führer" in text
    assert json.loads(text)["docsets"][0]["segments"] == [{"name": "0" * 32, "size": 100}]


def test_unknown_members_are_ignored() -> None:
    """Members that a later version adds are passed over, in the entry, its ranking and its docsets."""
    ranking = {**json.loads(ENTRY.to_bytes())["ranking"], "moon_phase_bonus": 3.0}
    data = _with({"signature": "…", "format": 2, "ranking": ranking}, license="MIT")
    assert Entry.from_bytes(data, "here") == ENTRY


def test_a_link_to_source_names_file_and_lines() -> None:
    """The path below the docset's URL and the lines take their places once each."""
    docset = replace(DOCSET, source_url_template="https://h.dev/x/{path}?l={line}#L{line}-{last_line}")
    assert docset.source_link("https://x.dev/a/{line}.py", 3, 9) == "https://h.dev/x/a/{line}.py?l=3#L3-9"
    assert docset.source_link("https://x.dev/a.py", 3) == "https://h.dev/x/a.py?l=3#L3-3"
    assert DOCSET.source_link("https://x.dev/a.py", 3) == ""


@pytest.mark.parametrize(
    ("template", "link"),
    [
        ("https://h.dev/{path}#L{line}-L{last_line}", "https://h.dev/a.py"),
        ("https://h.dev/{path}?at=v1&line={line}&lineEnd={last_line}", "https://h.dev/a.py?at=v1"),
        ("https://h.dev/v1?line={line}&path=/{path}#n{line}", "https://h.dev/v1?path=/a.py"),
        ("https://h.dev/{path}?l={line}", "https://h.dev/a.py"),
        ("https://h.dev/{path}#text", "https://h.dev/a.py#text"),
        ("https://h.dev/#/v1/{path}", "https://h.dev/#/v1/a.py"),
        ("https://h.dev/{path}?plain=1", "https://h.dev/a.py?plain=1"),
        ("https://h.dev/{path}/lines/{line}", ""),
        ("", ""),
    ],
)
def test_a_link_to_a_whole_file_speaks_of_no_line(template: str, link: str) -> None:
    """What speaks of lines is left out where it stands in the fragment or the query; else there is no such link."""
    assert replace(DOCSET, source_url_template=template).source_link("https://x.dev/a.py") == link


def test_a_template_too_long_is_refused() -> None:
    """A template is bounded, because it is repeated in every hit."""
    template = "https://h.dev/" + "x" * limits.TEMPLATE_CHARS
    with pytest.raises(LimitExceededError, match="source_url_template"):
        Entry.from_bytes(_with({}, source_url_template=template), "here")


@pytest.mark.parametrize(("name", "limit"), [("version", limits.VERSION_CHARS), ("instructions", 500)])
def test_what_agents_are_told_is_bounded(name: str, limit: int) -> None:
    """Version and instructions travel with a docset, up to their limits."""
    assert getattr(Entry.from_bytes(_with({}, **{name: "x" * limit}), "here").docsets[0], name) == "x" * limit
    with pytest.raises(LimitExceededError, match=name):
        Entry.from_bytes(_with({}, **{name: "x" * (limit + 1)}), "here")


def test_missing_ranking_parameters_have_their_defaults() -> None:
    """An entry need not name every parameter."""
    assert Entry.from_bytes(_with({"ranking": {"bm25_k1": 2}}), "here").ranking == Ranking(bm25_k1=2.0)


def test_a_newer_bundle_says_which_side_to_upgrade() -> None:
    """A bundle that needs a newer reader is refused by version, whatever else it holds."""
    data = b'{"oldest_reader": 7, "everything": "else"}'
    with pytest.raises(FormatVersionError, match="Upgrade pinax-runtime") as caught:
        Entry.from_bytes(data, "here")
    assert (caught.value.needs, caught.value.reads) == (7, FORMAT)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"null", b"\xff\xfe", b"<html>", b'{"oldest_reader": "1"}',
                                  b'{"oldest_reader": NaN}', b'{"oldest_reader": 1e999}', b"[" * 100_000])  # fmt: skip
def test_another_file_is_no_bundle(data: bytes) -> None:
    """A file that is no entry at all says so, with what to give instead."""
    with pytest.raises(NotABundleError, match="Give the folder"):
        Entry.from_bytes(data, "here")


@given(st.integers(0, 8 * len(ENTRY.to_bytes()) - 1))
def test_no_flipped_bit_goes_unseen(bit: int) -> None:
    """Any one bit that is flipped in an entry is an error, never another entry."""
    data = bytearray(ENTRY.to_bytes())
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(BundleError):
        Entry.from_bytes(bytes(data), "here")


@given(st.integers(0, len(ENTRY.to_bytes()) - 2))
def test_no_truncation_goes_unseen(size: int) -> None:
    """An entry that is cut anywhere is an error."""
    with pytest.raises(BundleError):
        Entry.from_bytes(ENTRY.to_bytes()[:size], "here")


def test_changed_line_ends_are_no_damage() -> None:
    """A checkout that rewrites line ends leaves the entry readable."""
    assert Entry.from_bytes(ENTRY.to_bytes().replace(b"\n", b"\r\n"), "here") == ENTRY


def test_an_edited_entry_is_damaged() -> None:
    """An entry that was changed by hand says what was expected and what was found."""
    data = ENTRY.to_bytes().replace(b"Der F", b"The F")
    with pytest.raises(DigestMismatchError, match=r"pinax\.json is damaged") as caught:
        Entry.from_bytes(data, "here")
    assert re.fullmatch("[0-9a-f]{32}", caught.value.expected)
    assert caught.value.got != caught.value.expected


def test_an_entry_without_digest_is_corrupt() -> None:
    """The digest cannot be left out, and stands where builders write it."""
    data = re.sub(rb'\n "digest": "\w+",', b"", ENTRY.to_bytes())
    with pytest.raises(CorruptFileError, match="no digest"):
        Entry.from_bytes(data, "here")
    with pytest.raises(CorruptFileError, match="another program wrote it anew"):
        Entry.from_bytes(json.dumps(json.loads(ENTRY.to_bytes())).encode(), "here")


@pytest.mark.parametrize(
    ("changes", "docset"),
    [
        ({"docsets": None}, {}),
        ({"docsets": [1]}, {}),
        ({"builder": 1}, {}),
        ({"ranking": []}, {}),
        ({"ranking": {"bm25_k1": "1"}}, {}),
        ({"ranking": {"bm25_k1": -1}}, {}),
        ({"ranking": {"bm25_k1": True}}, {}),
        ({"ranking": {"bm25_b": 1.5}}, {}),
        ({"ranking": {"title_weight": 10**400}}, {}),
        ({"ranking": {"title_weight": 1e300}}, {}),
        ({}, {"name": "a:b"}),
        ({}, {"name": "../up"}),
        ({}, {"name": ""}),
        ({}, {"name": "."}),
        ({}, {"name": ".."}),
        ({}, {"name": "docs."}),
        ({}, {"name": "Aux"}),
        ({}, {"name": "com1.docs"}),
        ({}, {"name": "a\n"}),
        ({}, {"name": 3}),
        ({}, {"title": "\ud800"}),
        ({}, {"pages": True}),
        ({}, {"pages": -1}),
        ({}, {"pages": 1.0}),
        ({}, {"languages": {"en": "1"}}),
        ({}, {"languages": ["en"]}),
        ({}, {"weight": None}),
        ({}, {"segments": [["00" * 16, 5]]}),
        ({}, {"segments": [{"name": "00" * 15, "size": 5}]}),
        ({}, {"segments": [{"name": "AA" * 16, "size": 5}]}),
        ({}, {"segments": [{"name": "00 " * 16, "size": 5}]}),
        ({}, {"segments": [{"name": "../../etc/passwd", "size": 5}]}),
        ({}, {"segments": [{"name": "00" * 16, "size": 2**40}]}),
    ],
)
def test_members_of_another_kind_are_corrupt(changes: dict[str, Any], docset: dict[str, Any]) -> None:
    """A member of another type, or with a value that cannot be, is refused by type."""
    with pytest.raises(CorruptFileError, match="Rebuild the bundle"):
        Entry.from_bytes(_with(changes, **docset), "here")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_refused(value: str) -> None:
    """JSON that is none because of its numbers is no entry."""
    data = ENTRY.to_bytes().replace(b'"weight": 1.0', f'"weight": {value}'.encode())
    with pytest.raises(NotABundleError):
        Entry.from_bytes(data, "here")


def test_two_docsets_of_one_name_are_corrupt() -> None:
    """Names of docsets are unique."""
    with pytest.raises(CorruptFileError, match="two docsets"):
        Entry.from_bytes(Entry((DOCSET, DOCSET)).to_bytes(), "here")


def test_a_large_entry_is_refused() -> None:
    """An entry above the limit is refused before it is parsed."""
    with pytest.raises(LimitExceededError):
        Entry.from_bytes(bytes(limits.ENTRY_BYTES + 1), "here")


@given(st.data())
def test_any_json_gives_an_entry_or_a_bundle_error(data: st.DataObject) -> None:
    """Whatever a well-formed entry holds, it is read or refused by type."""
    given_value = data.draw(some.spoiled(st.just(json.loads(ENTRY.to_bytes()))))
    with suppress(BundleError):
        changed = json.dumps(given_value, default=repr, indent=1, sort_keys=True).encode()
        plain = re.sub(rb'\n "digest": "\w{32}"', b'\n "digest": "' + b"0" * 32 + b'"', changed)
        Entry.from_bytes(plain.replace(b"0" * 32, digest(plain).hex().encode(), 1), "here")
