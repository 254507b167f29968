"""Every constant that search weighs, counts or bounds by, beside the `Ranking` record that a bundle or a query may set.

Each says its unit, what was measured for it, and the decision that it rests on (`docs/decisions/`). Where none is
named, no measurement was kept: the value is a round number.

In:    nothing. This module imports nothing, and every room of search may read it.
Rules: read as `knobs.NAME`, so that a test can change one for all who use it.
"""

from __future__ import annotations

# The query: how much of it is read.

MAX_QUERY_CHARS = 4_000
"""Characters of a query that are read; what comes after is cut off."""
MAX_TERMS = 200
"""Terms of a query that are looked up; further words are left out."""
MAX_STARRED = 4
"""Starred words of a query that are expanded; further ones are looked up as typed. Decision 0228.

It bounds the time: `a*` reads one in twenty of all words, which takes 20 to 30 ms for 118,000 sections.
"""
MAX_WORDS_BESIDE_QUOTES = 8
"""Words beside a quotation up to which it must be found word for word.

A longer text that quotes something is a text, not a search for the quotation. Decision 0026.
"""

# The words: which terms stand for what was typed.

EXACT_SPELLING_WEIGHT = 1.2
"""Weight of a spelling with the accents that were typed; the spelling without accents weighs 1."""
MAX_EXPANSIONS = 24
"""Terms that a prefix is expanded to; those in most sections are taken. Decision 0007."""
MAX_EXPANDED_SECTIONS = 60_000
"""Sections that these terms may have together; one term may have more. Decision 0228."""
MAX_SYNONYMS = 16
"""Synonyms that are looked at among those whose expression begins with one word. Decision 0039."""
CORRECTION_WEIGHTS = (0.9, 0.8, 0.6)
"""Weight of a corrected word by its edits: 0 (accents alone), 1 and 2. A word as typed weighs 1. Decision 0008."""
MAX_ALTERNATIVES = 4
"""Corrections that one misspelled word is replaced by. Decision 0008."""
MAX_CORRECTED_WORDS = 8
"""Words of a query that are corrected. It bounds the time: each takes 2 to 6 ms over 60,000 words. Decision 0008."""
MAX_COMPARED_CHARS = 40
"""Length of a word (characters) up to which it is compared with others; those of a lexicon have 32 at most."""
MAX_TERMS_BYTES = 40 << 10
"""Bytes of term files that a query reads for a segment before common words are pruned.

It is a mean over the segments that have common words. Ten query sets of `bench/quality` ranked the same with 32 KiB,
before positions lay beside terms; with 36 KiB everyday questions rank lower since.
Decisions 0022 and 0061.
"""
MIN_SECTIONS_READ = 300
"""Sections that the words which are read must have together, or fewer words are pruned. Decision 0022."""
EARLY_LENGTHS_BYTES = 4 << 10
"""Size of a file of lengths (bytes) up to which it is fetched before it is known to be needed. Decision 0015."""

# Scores: of sections and of pages.

PAGE_SHARE = 0.6
"""Weight of a page's own score in the score of each of its sections; a section's own score weighs 1. Decision 0007."""
WORD_OF_NAME_WEIGHT = 0.7
"""Weight of the separate words of an identifier query when a section contains the whole identifier.

It holds for queries of nothing but such names; beside other words it lost. Decision 0054.
"""
TITLE_POWER = 3
"""Exponent of the title bonus: how fast it falls with each word that a title lacks or has besides.

The base is the share of the query that the title holds, times the share of the title that the query is.
Decisions 0007 and 0026.
"""
MIN_TITLE_SHARE = 0.5
"""Share of the query (by idf, 0 to 1) from which on a title gets a bonus. Decision 0026."""
PAGE_TITLE_SHARE = 0.3
"""Weight of a page's title bonus in the score of the page, which all of its sections share. Decision 0026."""
DEFINITION_FACTOR = 2.5
"""Title bonus of a section that documents the symbol which was asked for; a title that is the query gets 1.

With 1.5 pandas' index has an MRR@10 of 0.926 instead of 0.998: of `copy() (pandas.Series method)` the class came first,
which has the name of the class as a whole. It is multiplied by the page's prior. Decision 0017.
"""
SOURCE_DEFINITION_FACTOR = 2.0
"""The same of source code, whose prior is 60 %, or 50 % for tests: so it is more than a title that is the name.

With 1.87 exact names in Celery lead to their file for 0.990 instead of 0.995. Decision 0017.
"""
MIN_TASK_WORDS = 4
"""Words of a query, stop words aside, from which on it describes a task rather than names something. Decision 0110."""
MIN_TASK_WORDS_OF_EACH = 2
"""Number of words and of stop words from which on a shorter query is a sentence as well: "write stdin to a file".

With one stop word beside three words `cmake.link` has an MRR@10 of 0.787 instead of 0.790. Decision 0110.
"""
DESCRIPTION_SHARE = 0.8
"""Bonus of a page for each word of a task that its description holds, as a share of the word's idf.

With 0.6 man pages have an MRR@10 of 0.562 instead of 0.566, with 1 everyday questions 0.574 instead of 0.584.
Decisions 0110 and 0111.
"""
FIRST_WORD_BONUS = 4.0
"""Bonus of a page whose description holds the first word of a task, stop words aside (in the unit of idf).

Without it man pages have 0.556 instead of 0.566, and everyday questions 0.578 instead of 0.584. Decision 0110.
"""
TASK_PAGE_B = 0.9
"""Normalization of a page's frequencies by its length for a task (0 to 1); a ranking's greater one, or 0, stays.

A page with hundreds of options holds every word somewhere: with 0.75 man pages lose 0.009. Decision 0110.
"""
QUESTION_WEIGHTS = (1.0, 0.3, 0.15)
"""Weights of the shares of a section's best question and of the next ones of its page; further ones do not count.

With the best one alone everyday questions about SQLite have an MRR@10 of 0.607 instead of 0.642. Decision 0277.
"""
QUESTION_LENGTH_OFFSET = 40
"""Words that are added to the lengths of a question and of a query before they are compared. Decision 0277.

It is the normalization of BM25 with k1 0.9, b 0.4 and questions of 9 words.
"""
LEAST_SHARE = 0.95
"""Share that a question has at least to count for a query that is no task: its words, and hardly more.

With 0.93 Python's and SQLite's link phrases lose what they gain. Decision 0277.
"""
UNASKED_LOSS = 0.18
"""Part by which pages without questions are raised less, where no page that matches has any. Decision 0277."""
ASKED_PAGES = 20
"""Pages with the best shares whose sections are scored although other pages hold more of the words."""
PROXIMITY_WINDOW = 8
"""Words by which two words may be out of place, beside how they stand in the query, and still count as close."""
MIN_PROXIMITY_IDF_SHARE = 0.4
"""Share of the query's highest idf (0 to 1) that a word must have to be looked at for proximity."""
MAX_POSITIONED = 5_000
"""Sections that a word may be in to be looked at for proximity: a commoner one stands near everything.

Leaving out such words moved the mean MRR@10 by less than 0.001. Decision 0228.
"""
MAX_POSITIONED_TOGETHER = 7_500
"""Sections of all words that are looked at for proximity; the pairs with the rarest words come first.

In 104,000 sections of the JDK's manual the positions of so many take 20 KiB. Decisions 0022, 0061 and 0185.
"""
VARIANT_SHARE = 0.9
"""Share of its best variant's score that the page which stands for a group must reach to be shown. Decision 0040."""

# Budgets: what bounds the time of a query.

RERANKED = 20
"""Best sections that are looked at for proximity."""
POSTINGS_BUDGET = 1_250
"""Sections of a name's rarest words that are scored before the other words are only looked up.

With 1,500 MRR@10 on the set `qt.link` is 0.814 instead of 0.818, with 1,000 that on `cmake.link` 0.774 instead of
0.790. Decision 0228.
"""
TASK_BUDGET = 1_500
"""The same for a query that describes a task: with 1,250 everyday questions have 0.574, not 0.580. Decision 0228."""
TASK_BUDGET_SHARE = 0.125
"""Share of the sections beyond `TASK_BUDGET_FROM` by which the budget grows for a query that describes a task.

The rarest words of a task are common ones: in 112,000 sections of man pages a budget of 5,600 instead of 11,750 lowers
MRR@10 from 0.486 to 0.474. Decision 0228.
"""
TASK_BUDGET_FROM = 30_000
"""Sections up to which the budget stays as it is.

With a tenth of its sections as the budget, `qt.link` had an MRR@10 of 0.804 instead of 0.818. Decision 0228.
"""
MAX_TASK_BUDGET = 12_000
"""Sections that it grows to at most: without a bound man pages have an MRR@10 of 0.482. Decision 0228."""
LONG_QUERY_WORDS = 8
"""Words of a query beyond which the budget of sections grows."""
BUDGET_PER_WORD = 500
"""Sections that each word beyond `LONG_QUERY_WORDS` adds to the budget."""
CANDIDATE_PAGES = 128
"""Pages, the best by their own scores, whose sections are scored at least. Decision 0228."""
CANDIDATE_SECTIONS = 10_000
"""Sections that these pages have together at least; more pages are taken until they do. Decision 0228."""
OTHER_VERSION_WEIGHT = 0.1
"""Factor for a docset whose version is further from the project's than that of another docset. Decision 0190."""
LOOKUP_SECTIONS = 600
"""Number of best-scoring sections in which common words are looked up once the budget is spent.

With 200, a question about the JDK missed the section that answers it; 600 take 5.9 ms instead of 5.1. Decision 0228.
"""
WALK_FACTOR = 8
"""How many times longer than the chosen sections a column may be to be walked instead of bisected.

Walking a column is a loop in C, so it is the faster way up to some ratio; both find the same. See docs/tried/speed.md.
"""

SHOWING_TIME_SHARE = 1.25
"""Part of a question's time after which no further hits are shown, once the search itself was ended by the time.

Ten hits take 2 ms from memory, and two rounds of requests from afar.
"""

# Symbols: how far a name is looked for.

MAX_NAME_CHARS = 300
"""Characters of a name that are read; what comes after is cut off."""
MAX_SYMBOL_SHARDS = 48
"""Shards of a segment that are read for one name. Decision 0013."""
MAX_DEFINITIONS = 1_000
"""Definitions of a segment that are ranked for one name. Decision 0013."""
MAX_CONTINUED_NAMES = 100
"""Names of a segment that are looked at because they begin with the one that was asked for."""
FEW_SECTIONS = 4
"""Sections left at which the other components of a name are no longer looked up. Decision 0017."""
COMMON_COMPONENT_FACTOR = 50
"""How many times the sections left a component of a name may have to be looked up.

Reading the postings of a commoner one costs more than what it leaves out. Decision 0017.
"""
MAX_SPAN_NAMES = 24
"""Different names in the code spans of a section that are looked up. Decision 0017."""
MAX_SECTIONS_READ = 24
"""Sections that are read to see whether they name a symbol. Decision 0017."""
MAX_DEFINING_SECTIONS = 16
"""Sections that may define a bare name at the end of a longer one; with more it is ambiguous. Decision 0017."""
LEAST_CODE_PRIOR = 60
"""Prior of a page (percent) from which on source code defines; with less it is a test, an example or a stub."""
MIN_EXPLAINING_PRIOR = 50
"""Prior of a page (percent) from which on its sections may name a symbol; below, pages list names. Decision 0017."""

# Excerpts: how much is shown, and how far a text is searched.

EXCERPT_CHARS = 240
"""Length of an excerpt (characters) where a caller asks for no other."""
LONG_TEXT_CHARS = 1_000_000
"""Length of a section (characters) beyond which only a stretch is made plain: all of it takes longer than a query."""
STRETCH_CHARS = 20_000
"""Length of such a stretch (characters)."""
MAX_STRETCHES = 3
"""Stretches of a long section that are searched for matches."""
PIECE_CHARS = 2_000
"""Length of a piece (characters) in which markup is looked for at once, so that no pattern goes far astray."""
MAX_MATCHES = 20
"""Words of a section that are compared with one term."""
MAX_OCCURRENCES = 1_000
"""Occurrences of a term's letters that are looked at, at the start of words or within."""
MIN_EXCERPT_IDF_SHARE = 0.3
"""Share of the highest weight (0 to 1) that a term must have to be looked for in an excerpt."""
MAX_EXCERPT_TERMS = 5
"""Terms that are looked for in an excerpt."""
