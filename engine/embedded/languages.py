"""A message in runs of sentences of one language, each read by the rules of its own."""

import re
from collections.abc import Iterator

_CJK = re.compile(r"[㐀-鿿]")
_WORD = re.compile(r"[A-Za-z']+")
_SENTENCE = re.compile(r"[^。！？\n]*(?:[。！？\n]+|$)")
_CHINESE_HEAD = re.compile(r"[^:：]{0,30}[㐀-鿿][^:：A-Za-z]{0,10}[:：]")


def runs(text: str) -> Iterator[tuple[bool, str]]:
    """Each run with whether it is Chinese. A sentence with few Chinese signs among many words is English."""
    run, run_is_chinese = "", None
    for sentence in _SENTENCE.findall(text):
        signs, words = len(_CJK.findall(sentence)), len(_WORD.findall(sentence))
        is_chinese = run_is_chinese if signs + words == 0 else signs > words or bool(_CHINESE_HEAD.match(sentence))
        if run.strip() and is_chinese is not run_is_chinese and run_is_chinese is not None:
            yield run_is_chinese, run
            run = ""
        run, run_is_chinese = run + sentence, is_chinese
    if run.strip() and run_is_chinese is not None:
        yield run_is_chinese, run
