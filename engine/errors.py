"""The two ways in which something does not happen: it was refused, or a model let us down."""


class Refused(Exception):
    """Understood and not done.

    `code` is stable and part of the wire format, `status` is the HTTP status, `sentence` says what to do (it may be a
    lazily translated string), `field` names the part of the request that is at fault, None when it is no single one.
    """

    code = "refused"
    status = 400

    def __init__(
        self, sentence: object, *, code: str | None = None, status: int | None = None, field: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or self.code
        self.status = status or self.status
        self.field = field


class ProviderFailed(Exception):
    """A model or an embedder did not give a usable answer.

    `reason` is a short stable word (`timeout`, `rate_limited`, `quota`, `truncated`, `no_choices`, `no_content`,
    `format`, `unreachable`, `breaker_open`, …), `is_retryable` False when the same call can never succeed
    (no money, wrong key), `retry_after` the seconds that the other side asked for.
    """

    def __init__(self, reason: str, *, is_retryable: bool = True, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_retryable = is_retryable
        self.retry_after = retry_after
