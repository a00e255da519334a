"""How well what was said is found again: labelled questions, searched for by the product and by plain baselines.

    python -m benchmarks.retrieval --data FOLDER [--language zh|en] [--own FILE ...] [--dream] [--verbose]

The MemoryBank conversations of --data, one person each, are sent as a client sends them, learned from by the embedded
engine, and embedded as the background does; then every labelled question is searched for, a day after the last word.
--own adds conversations of our own (benchmarks/labels): nothing is learned from those, they are searched by their raw
messages alone, and once more with the facts written by hand. --dream repeats it after a dream of everybody.

Figures (benchmarks/evidence.py has the definitions) are of messages, of facts with the messages they rest on, and of both
together; overall, by kind of question and by language. On the same texts and questions: BM25 and plain vectors of the
bundled model, each with and without the day in the text, and each compared with the product question by question.
`days` compares questions that name a day with the same search that does not read days. The last line printed is one JSON
object.
"""

import argparse
import json
import os
from functools import partial
from pathlib import Path

from benchmarks import evidence, service

LANGUAGES = ("zh", "en")


def main() -> None:
    options = _options()
    sets = {
        f"memorybank_{language}": evidence.memorybank(options.data, language)
        for language in options.language or LANGUAGES
        if options.data
    }
    own = {path.stem: [evidence.own(path, path.stem.rpartition("_")[2])] for path in options.own}
    os.environ.setdefault("MEMORYHUB_LOG_LEVEL", "ERROR")  # each search would log two lines
    with service.database() as base:
        from benchmarks import questioned  # noqa: PLC0415 - settings must not load before the environment

        questioned.prepare(base.url)
        measure = partial(questioned.measured, dreams=options.dream, is_verbose=options.verbose)
        found = {name: measure(name, talks, learns=True) for name, talks in sets.items()}
        found |= {name: measure(name, talks, learns=False) for name, talks in own.items()}
    print(json.dumps({"benchmark": "retrieval", "machine": service.machine(), "sets": found}, ensure_ascii=False))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with the MemoryBank files")
    parser.add_argument(
        "--language", choices=LANGUAGES, action="append", help="of the MemoryBank sets; both without it"
    )
    parser.add_argument(
        "--own", type=Path, action="append", default=[], help="a conversation of our own, NAME_zh or NAME_en"
    )
    parser.add_argument("--dream", action="store_true", help="measure once more after a dream")
    parser.add_argument("--verbose", action="store_true", help="print the questions that a baseline answers better")
    options = parser.parse_args()
    if not (options.data or options.own):
        parser.error("there is nothing to search: give --data or --own")
    return options


if __name__ == "__main__":
    main()
