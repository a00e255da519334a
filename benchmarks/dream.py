"""What a night of tidying does with people's facts: labelled nights, dreamt through the product's own path.

    python -m benchmarks.dream [--data FILE ...] [--verbose] [--base-url URL --model NAME [--api-key-env NAME]]

Each row is a person with the facts remembered and the conversations of one day. The conversations are digested, the
facts compared by the bundled embeddings, an engine makes a plan, the plan is checked and limited to what one night may
retire, as in the product. Without an endpoint (options, or the environment's MEMORYHUB_LLM_*) the embedded rules plan.

Figures (benchmarks/nights.py has the definitions): `right_share`, right operations of those demanded or done;
`wrong_in_force`, what had to leave and is still there, and new wordings that are not in order; `lost`, facts and details
that should stand and do not. The last line printed is one JSON object, with the figures of each file.
"""

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import nights, service
from engine.questions import ModelChoice

if TYPE_CHECKING:
    from benchmarks.dreaming import Dreamt

DATA = (Path("tests/extraction/dreams.jsonl"),)


def main() -> None:
    options = _options()
    with service.settings(has_endpoint=bool(options.base_url)):
        from benchmarks import dreaming  # noqa: PLC0415 - settings must not load before the environment

        found = {}
        for path in options.data or DATA:
            dreamer = dreaming.Dreamer(ModelChoice(options.base_url, _key(options), options.model))
            dreamt = dreaming.dream(nights.read(path), dreamer)
            if options.verbose:
                _show(dreamt)
            found[path.stem] = dreaming.summary(dreamt, dreamer)
    print(json.dumps({"benchmark": "dream", "machine": service.machine(), "sets": found}, ensure_ascii=False))


def _show(dreamt: "list[Dreamt]") -> None:
    """Every night that did not go as demanded, with what was proposed in it and refused."""
    for one in dreamt:
        if not (one.outcome.mismatches or one.failed):
            continue
        night = one.outcome.night
        print(f"{night.id} {night.kind}{f': failed, {one.failed}' if one.failed else ''}")
        for mismatch in one.outcome.mismatches:
            print(f"    {mismatch}")
        for why, operation in one.refused:
            print(f"    refused ({why}): {operation.op} {','.join(operation.ids)} {operation.content}")
        for operation in one.waiting:
            print(f"    waits: {operation.op} {','.join(operation.ids)}")


def _key(options: argparse.Namespace) -> str:
    return os.environ.get(options.api_key_env, "")


def _options() -> argparse.Namespace:
    environment = os.environ.get
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, action="append", help="a file of labelled nights; may be given several times"
    )
    parser.add_argument("--verbose", action="store_true", help="print the nights that went wrong")
    parser.add_argument("--base-url", default=environment("MEMORYHUB_LLM_BASE_URL", ""))
    parser.add_argument("--model", default=environment("MEMORYHUB_LLM_MODEL", ""))
    parser.add_argument("--api-key-env", default="MEMORYHUB_LLM_API_KEY", help="the variable that holds the key")
    options = parser.parse_args()
    if bool(options.base_url) != bool(options.model):
        parser.error("an endpoint needs --base-url and --model")
    return options


if __name__ == "__main__":
    main()
