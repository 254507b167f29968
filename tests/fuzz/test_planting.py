"""Fuzzing would find a defect: one that is planted deep in each reader is found with few inputs."""

from __future__ import annotations

import hashlib

import pytest

from fuzz.planting import tries_until_found
from fuzz.targets import GROUPS, TARGETS, Target


@pytest.mark.parametrize("name", TARGETS)
def test_a_planted_defect_is_found(name: str) -> None:
    """Changed input reaches the depth of each reader, and a defect there is not taken for bad input."""
    assert tries_until_found(TARGETS[name]) is not None


def test_each_reader_is_in_one_group() -> None:
    """`make fuzz` gives every reader its share, and none two."""
    assert sorted(name for group in GROUPS.values() for name in group) == sorted(TARGETS)


def test_a_reader_behind_a_digest_is_not_fuzzed() -> None:
    """A target that leaves a digest wrong, or that takes any exception for bad input, is found out."""
    query = TARGETS["url"]

    def behind_digest(data: bytes) -> None:
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            query.read(data[32:])

    seeds = tuple(hashlib.sha256(seed).digest() + seed for seed in query.seeds)
    assert tries_until_found(Target(behind_digest, seeds, query.errors)) is None
    assert tries_until_found(Target(query.read, query.seeds, (Exception,))) is None
