"""Write prompts: tasks that a person chooses, each with the steps through the tools.

Spec:  Model Context Protocol, server/prompts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pinax_runtime.search import Library
from pinax_runtime.serve.arguments import Text, check_arguments
from pinax_runtime.serve.errors import invalid_args
from pinax_runtime.serve.replies import check_docs, did_you_mean, quoted
from pinax_runtime.serve.tool import PAIR, Group

Given = Mapping[str, Any]
"""The arguments of a prompt, checked."""

DOCS = Text("docs", "Name of the docset to look in; all of them if left out", max_chars=200)
"""The argument that limits a prompt to one docset."""
PAGE = Text("page", "The page's URL or id", required=True, max_chars=2_000)
"""The argument for the page that a prompt is about."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt. A server offers it only with the tools that it names."""

    name: str
    group: Group | None
    """The group of tools that the prompt needs; None if it has steps for either."""
    title: str
    description: str
    arguments: tuple[Text, ...]
    write: Callable[[Given, str], str]
    """Returns the text for the arguments and a group of tools."""


def choose_prompts(group: str = "all") -> tuple[Prompt, ...]:
    """Return the prompts for a server that offers a group of tools; none for the pair, which needs no steps."""
    if group == PAIR:
        return ()
    return tuple(prompt for prompt in PROMPTS if group == "all" or prompt.group in (None, group))


def write_prompt(library: Library, name: str, given: Given | None, group: str = "all") -> tuple[Prompt, str]:
    """Return a prompt and its text for the given arguments.

    Raises:
        ToolError: invalid_args for an unknown prompt or wrong arguments; not_found for an unknown docset.
    """
    named = {prompt.name: prompt for prompt in choose_prompts(group)}
    prompt = named.get(name)
    if prompt is None:
        raise invalid_args(f"No prompt {quoted(name, 40)}.{did_you_mean(name, named)} There are: {', '.join(named)}.")
    checked = check_arguments(name, prompt.arguments, given)
    if checked.get("docs"):
        check_docs(library, [checked["docs"]])
    return prompt, prompt.write(checked, group)


def _research(given: Given, group: str) -> str:
    within = f", with docs [{_json(given['docs'])}]" if given["docs"] else ""
    steps: tuple[str, ...]
    if group == "pages":
        steps = (
            f"search_pages for the words and names that matter{within}. If nothing fits, use other words.",
            "get_page for the best hits, with the #anchor of the section that a hit names. Go on with the cursor where "
            "what you need was cut.",
        )
    else:
        steps = (
            f"search_documents for the words and names that matter{within}. If nothing fits, use other words.",
            "get_tree for a page that looks right and is long: its outline shows what else belongs to the answer.",
            "get_node_content for the sections you need, up to ten of a page at once; navigate_tree for a section with "
            "all below it.",
        )
    return _steps(
        "Answer from the documentation, not from memory:",
        given["question"],
        (*steps, "Answer with what you read, and cite its Source lines. Say what the documentation does not tell."),
    )


def _read(given: Given, group: str) -> str:
    page = _json(given["page"])
    if group == "pages":
        steps: tuple[str, ...] = (f"get_page with url {page}, and on with the cursor until you have what you need.",)
    else:
        steps = (
            f"get_tree with doc_id {page}: see which sections there are and how long they are.",
            "get_node_content for the sections that matter, navigate_tree for one with all below it.",
        )
    purpose = given["goal"] or "Say what the page is for, and what a reader has to know."
    return _steps("Read a page of documentation for this:", purpose, (*steps, "Cite the Source lines of what you use."))


def _explain(given: Given, _group: str) -> str:
    within = f" and docs [{_json(given['docs'])}]" if given["docs"] else ""
    return _steps(
        "Explain from the documentation and code what this is and how it is used:",
        given["symbol"],
        (
            f"find_symbol with query {_json(given['symbol'])}{within}. Of several definitions take the public one "
            "whose name fits best, and say which.",
            "navigate_tree with the id of its section (the part before # is the doc_id).",
            "search_documents for the name, to find where it is used.",
            "Give its signature, what it does, an example, and the Source lines.",
        ),
    )


def _steps(task: str, subject: str, steps: tuple[str, ...]) -> str:
    numbered = [f"{n}. {step}" for n, step in enumerate(steps, start=1)]
    return "\n".join([task, "", subject.strip(), "", *numbered])


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


PROMPTS = (
    Prompt(
        "research",
        None,
        "Answer from the documentation",
        "Search, look at outlines, read the sections that matter, and answer with sources",
        (Text("question", "What to find out", required=True, max_chars=4_000), DOCS),
        _research,
    ),
    Prompt(
        "read",
        None,
        "Read a page",
        "Go through one page by its outline, and read only what matters",
        (PAGE, Text("goal", "What to read it for", max_chars=4_000)),
        _read,
    ),
    Prompt(
        "explain_symbol",
        "tree",
        "Explain a function, class or option",
        "Find where a name is defined, read that, and show how it is used",
        (Text("symbol", "A name, such as asyncio.gather", required=True, max_chars=300), DOCS),
        _explain,
    ),
)
"""Every prompt, in the order in which people see them."""
