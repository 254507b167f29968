"""Guess the language of a text: enough to tell that a site, or a page, is not in the one it should be in.

In:    The words of a text, in lower case.
Out:   A BCP 47 primary subtag, or an empty string where nothing is clear.
Rules: never wrong about the script. Among languages of Latin script one wins only by a clear lead in function words.
Why:   docs/decisions/0053.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

_FUNCTION_WORDS = {
    "en": "the of and to is in that for with as are this be you from can which when not it",
    "de": "der die das und ist nicht mit für von den eine werden wird auf dem ein zu im auch sie",
    "fr": "le les des et est une pour dans que vous sur avec pas par ce sont cette qui du au",
    "es": "el los las una para con por que del se es como está este puede más en su al lo",
    "it": "il di che per una con non del della sono è gli le si questo essere nel alla più come",
    "pt": "o os uma para com não que do da dos em um por se mais como ao você são é",
    "nl": "de het een van en voor niet met dat op zijn wordt te aan die kan je dit bij ook",
    "pl": "w na nie się jest do z że to dla jak można przez oraz lub po od są tego być",
    "sv": "och att det som en är för med den av inte till på om har kan ett du eller när",
    "da": "og at det som en er for med den af ikke til på om har kan et du eller når",
    "nb": "og at det som en er for med den av ikke til på om har kan et du eller når",
    "ca": "els amb una és dels aquest aquesta més també ser són seva fer quan però pel perquè dins aquests",
    "cs": "je na že jako pro které jsou není může pokud nebo jeho být ale také který lze tak podle",
    "fi": "ja on ei se että joka kun voi myös tai ovat jos kuin sen mutta niin oli ole tämä voidaan",
    "hr": "je su za koji od kao ili nije ako može kako će koja koje samo što biti također iz",
    "hu": "az és hogy nem egy ez meg van csak ha vagy mint már még kell lehet amely azt",
    "id": "yang dan untuk dengan dari ini pada adalah dalam tidak akan atau itu oleh juga dapat ke anda sebagai di",
    "ro": "și în cu pe care nu este din pentru să sau mai sunt prin ale poate acest această",
    "vi": "và của là có không được cho các một trong với để này khi từ những người đã bạn như trên thể",
    "tr": "ve bir bu için ile de da olarak olan gibi daha çok veya değil her ise kadar sonra bunu",
}
_BY_WORD = {language: frozenset(words.split()) for language, words in sorted(_FUNCTION_WORDS.items())}
_LANGUAGES_OF: dict[str, list[str]] = {}
"""Function word → the languages that have it."""
for _language, _known in _BY_WORD.items():
    for _word in _known:
        _LANGUAGES_OF.setdefault(_word, []).append(_language)
_RANGES = (
    ("ja", 0x3040, 0x30FF),
    ("ko", 0xAC00, 0xD7AF),
    ("zh", 0x4E00, 0x9FFF),
    ("ru", 0x0400, 0x04FF),
    ("el", 0x0370, 0x03FF),
    ("he", 0x0590, 0x05FF),
    ("ar", 0x0600, 0x06FF),
    ("hi", 0x0900, 0x097F),
    ("th", 0x0E00, 0x0E7F),
)
"""(main language of a script, its first and last character); kana before Han, since Japanese uses both."""
_SCRIPTS = frozenset(language for language, _, _ in _RANGES)
_OWN_LETTERS = (("ar", "fa", "پچژگکی"), ("ru", "uk", "іїєґ"))
"""(language of a script, another one, letters that only the other has)."""
_OWN_SHARE = 0.02
"""Share of such letters among all from which a text is in the other language."""
_LIKE = (
    {"ru", "uk", "bg", "sr", "be", "mk"},
    {"ar", "fa", "ur"},
    {"hi", "mr", "ne"},
    {"zh", "ja"},
    {"sv", "da", "nb", "no", "nn"},
    {"es", "pt", "gl", "ca"},
    {"cs", "sk"},
    {"fi", "et"},
    {"hr", "sr", "bs", "sl"},
    {"id", "ms"},
)
"""Languages that this module cannot tell apart safely: one of these is never taken for another of its group."""

_MOST_WORDS = 3000
"""Number of first words that are looked at."""
_MIN_WORDS = 40
"""Number of words below which a text in Latin script is not guessed."""
_MIN_SHARE = 0.06
"""Least share of function words: prose has 0.25 and more, a page of code with comments a tenth of that."""
_MIN_DIFFERENT = 4
"""Least number of different function words: `com` in package names is also Portuguese and repeats on a page of code."""
_LEAD = 1.5
"""Factor by which the best language must lead the next one."""
_SCRIPT_SHARE = 0.15
"""Least share of a script's letters for a text to be in that script."""
_SURE_SHARE = 0.15
"""Least share of function words to contradict the language that a page states."""
_SURE_SCRIPT_SHARE = 0.3
"""Least share of a script's letters to contradict the language that a page states."""


def guess_language(words: Sequence[str], *, sure: bool = False) -> str:
    """Guess what language words are in.

    Args:
        words: In lower case; the first few thousand are looked at.
        sure: Say nothing where the text has little prose, or a good part in another script.

    >>> guess_language("der Hund ist nicht auf dem Dach und die Katze wird von den Leuten gesehen".lower().split() * 4)
    'de'
    >>> guess_language(["0x1f"] * 100)
    ''
    """
    words = words[:_MOST_WORDS]
    script = _script("".join(words), _SURE_SCRIPT_SHARE if sure else _SCRIPT_SHARE)
    if script or len(words) < _MIN_WORDS:
        return script
    counts = dict.fromkeys(_BY_WORD, 0)
    known = Counter(filter(_LANGUAGES_OF.__contains__, words))
    for word, n in known.items():
        for language in _LANGUAGES_OF[word]:
            counts[language] += n
    best, most = max(counts.items(), key=lambda item: (item[1], item[0]))
    alike = next((group for group in _LIKE if best in group), {best})
    second = max(count for language, count in counts.items() if language not in alike)
    least = _SURE_SHARE if sure else _MIN_SHARE
    if len(_BY_WORD[best] & known.keys()) < _MIN_DIFFERENT:
        return ""
    return best if most >= least * len(words) and most >= _LEAD * second else ""


def differs(guessed: str, wanted: str) -> bool:
    """Tell whether a guess contradicts the language that was asked for.

    >>> differs("de", "en"), differs("ru", "uk"), differs("", "en"), differs("en", "eo"), differs("ru", "eo")
    (True, False, False, False, True)
    """
    if not guessed or guessed == wanted or any({guessed, wanted} <= group for group in _LIKE):
        return False
    is_known = wanted in _BY_WORD or any(wanted in group for group in _LIKE) or wanted in _SCRIPTS
    return is_known or guessed not in _BY_WORD


def _script(text: str, least: float) -> str:
    """Name the language of the first script that makes up a good share of the letters; empty for Latin."""
    if text.isascii():
        return ""
    letters = [ord(character) for character in text if character.isalpha()]
    foreign = [code for code in letters if code >= 0x0370]
    if len(foreign) <= least * len(letters) or not letters:
        return ""
    for language, first, last in _RANGES:
        share = sum(first <= code <= last for code in foreign) / len(letters)
        if share > (least if language != "ja" else _SCRIPT_SHARE / 3):
            return _by_letters(language, text, len(letters))
    return ""


def _by_letters(language: str, text: str, n_letters: int) -> str:
    """Tell a language from another one of its script by letters that only one has."""
    for of_script, other, letters in _OWN_LETTERS:
        if language == of_script and sum(map(text.count, letters)) >= _OWN_SHARE * n_letters:
            return other
    return language
