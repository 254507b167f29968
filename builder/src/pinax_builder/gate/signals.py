"""Recognize responses that only look like pages: JavaScript shells, login forms, cookie walls, errors sent as pages.

In:    A page's bytes, its title and its text as far as one could be had.
Out:   One Signal, or none.
Rules: only a page that says little has a signal: documentation of logins, cookies or the status 404 has none.
       Words are matched whole. Cost is linear in the page's size.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Literal

Signal = Literal["", "javascript_shell", "login_wall", "cookie_wall", "error_page"]

_LITTLE_CHARS = 400
"""Text (characters) above which a page is no shell and no error."""
_FORM_CHARS = 1_500
"""Text (characters) above which a page is no login form and no cookie wall."""

_ROOT = re.compile(
    rb"""<(?:app-root|redoc|rapi-doc|elements-api)\b[^<>]{0,1000}>
    |<(?:div|main|section|body)\b[^<>]{0,1000}?\bid\s*=\s*["']?
     (?:root|app|__next|__nuxt|__docusaurus|___gatsby|svelte|q-app|react-root|swagger-ui|main-app|app-root|mount)
     (?:["'\s][^<>]{0,1000})?>""",
    re.IGNORECASE | re.VERBOSE,
)
_SCRIPT = re.compile(rb"<script\b", re.IGNORECASE)
_UNSEEN = re.compile(
    rb"""<!--(?:[^-]|-(?!->))*+(?:-->)?
    |<(style|svg|noscript|template)\b(?:[^<]|<(?!/\1))*+(?:</\1\s*>)?
    |<[^>]*+>?""",
    re.IGNORECASE | re.VERBOSE,
)
_IN_SCRIPTS = re.compile(rb"<script\b(?:[^<]|<(?!/script))*+(?:</script\s*>)?", re.IGNORECASE)
_ROOT_LOOKED_AT_BYTES = 20_000
"""Number of bytes after a root element that are searched for text."""
_ROOT_CHARS = 60
"""Text (characters) that an unfilled root may show, such as `Loading…`."""
_CLIENT_ONLY = b"BAILOUT_TO_CLIENT_SIDE_RENDERING"
_NOSCRIPT = re.compile(rb"<noscript\b[^<>]{0,500}>", re.IGNORECASE)
_NOSCRIPT_LOOKED_AT_BYTES = 2_000
"""Number of bytes of a `noscript` element that are read."""
_NOSCRIPTS_LOOKED_AT = 20
"""Number of `noscript` elements that are read."""
_WITHOUT_SCRIPTS_CHARS = 200
"""Text (characters) that a shell may show beside its notice for browsers without JavaScript."""
_NEEDS_JAVASCRIPT = re.compile(
    r"(?:enable|need|require|turn on|activate|without|disabled|support)\w*\W.{0,60}javascript"
    r"|javascript\W.{0,60}(?:enable|need|require|turned|activate|disabled|support|must)",
    re.IGNORECASE | re.DOTALL,
)

_PASSWORD = re.compile(rb"<input\b[^<>]{0,1000}?\btype\s*=\s*[\"']?password\b", re.IGNORECASE)
_LOGIN_TITLE = re.compile(
    r"(?:(?:please )?(?:log|sign)[ -]?(?:in|on)|login required|authentication required|single sign[ -]on|anmelden"
    r"|anmeldung|connexion|se connecter|iniciar sesión|accedi|entrar|inloggen|ログイン|登录|войти)"
    r"(?: (?:to|with|bei|à|en) .{1,40})?(?:\s*[|·–—:-]\s.*)?",
    re.IGNORECASE,
)

_COOKIE = re.compile(r"\b(?:cookies?|consent|gdpr|tracking|privacy|partners|vendors|einwilligung)\b", re.IGNORECASE)
_AGREE = re.compile(r"\b(?:accept|agree|reject|decline|allow|manage|zustimmen|akzeptieren|accepter)\b", re.IGNORECASE)
_COOKIE_SHARE = 0.04
"""Least share of words about consent on a cookie wall."""
_COOKIE_LEAST = 3
"""Least number of words about consent on a cookie wall."""

_ERROR_TITLE = re.compile(
    r"(?:(?:http |error:? |status )*(?:40[0-9]|410|429|50[0-9])(?: error)?"
    r"(?:\W{1,3}(?:(?:page )?not found|forbidden|gone|unauthori[sz]ed|bad gateway|(?:internal )?server error"
    r"|service unavailable|too many requests))?"
    r"|(?:oops\W+)?(?:(?:the |this )?(?:page|document|content|article|resource|file|site)(?: you requested)?"
    r" (?:was |is |could |can)*(?:not|n't|no longer)(?: be)? (?:found|available|exist)|not found|nothing found"
    r"|no such page)"
    r"|access denied|forbidden|unauthori[sz]ed|(?:internal )?server error|service unavailable|bad gateway"
    r"|something went wrong|under maintenance|just a moment|attention required|are you a robot\??"
    r"|seite nicht gefunden|page (?:non trouvée|introuvable)|página no encontrada|pagina non trovata)"
    r"[\s.!…]*(?:\s*[|·–—:-]\s.*)?",
    re.IGNORECASE,
)


def signal_of(content: bytes, title: str, prose: str) -> Signal:
    """Return what a response is instead of a page; an empty string if it is a page.

    Args:
        content: The page's bytes as sent.
        title: The parsed page's title; may be empty.
        prose: The page's text; empty if it has none.
    """
    n_chars = len(prose)
    if n_chars <= _FORM_CHARS and is_login(content, title):
        return "login_wall"
    if n_chars <= _LITTLE_CHARS and is_error_title(title):
        return "error_page"
    if n_chars <= _LITTLE_CHARS and is_shell(content):
        return "javascript_shell"
    if n_chars <= _FORM_CHARS and is_cookie_wall(prose):
        return "cookie_wall"
    return ""


def has_scripts(content: bytes) -> bool:
    """Tell whether a page has scripts, which might fill it."""
    return bool(_SCRIPT.search(content))


def is_shell(content: bytes) -> bool:
    """Tell whether a page is to be filled by its scripts."""
    if not has_scripts(content):
        return False
    if _CLIENT_ONLY in content or _only_asks_for_javascript(content):
        return True
    root = _ROOT.search(content)
    if root is None:
        return False
    inside = content[root.end() : root.end() + _ROOT_LOOKED_AT_BYTES]
    return len(_text(_SCRIPT.split(inside, maxsplit=1)[0])) <= _ROOT_CHARS


def _only_asks_for_javascript(content: bytes) -> bool:
    """Tell whether a page shows a browser without JavaScript a notice and next to nothing else."""
    notices = islice(_NOSCRIPT.finditer(content), _NOSCRIPTS_LOOKED_AT)
    starts = [match.end() for match in notices]
    texts = (content[at : at + _NOSCRIPT_LOOKED_AT_BYTES].partition(b"</noscript")[0] for at in starts)
    if not any(_NEEDS_JAVASCRIPT.search(_text(text)) for text in texts):
        return False
    body = re.split(rb"<body\b", content, maxsplit=1, flags=re.IGNORECASE)[-1]
    return len(_text(_IN_SCRIPTS.sub(b" ", body))) <= _WITHOUT_SCRIPTS_CHARS


def is_login(content: bytes, title: str) -> bool:
    """Tell whether a page asks who its reader is."""
    return bool(_PASSWORD.search(content) or _LOGIN_TITLE.fullmatch(title.strip()))


def is_error_title(title: str) -> bool:
    """Tell whether a title is that of an error.

    >>> is_error_title("404 - Page not found | Docs"), is_error_title("Handling errors"), is_error_title("404 ways out")
    (True, False, False)
    """
    return bool(_ERROR_TITLE.fullmatch(title.strip()))


def is_cookie_wall(prose: str) -> bool:
    """Tell whether a text is little else than a question for consent."""
    about = len(_COOKIE.findall(prose))
    return about >= _COOKIE_LEAST and about >= _COOKIE_SHARE * len(prose.split()) and bool(_AGREE.search(prose))


def _text(markup: bytes) -> str:
    return " ".join(_UNSEEN.sub(b" ", markup).decode("utf-8", "replace").split())
