"""The calls of the API that do what the playground does, for pasting into a shell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from memoryhub.pages.playground.playground_seat import Seat
from profiles import firstcall


@dataclass(frozen=True)
class Calls:
    """The service at `base_url`, the person and the agent that the calls name."""

    base_url: str
    seat: Seat

    def say(self, turns: Sequence[tuple[str, str]], session_id: str) -> str:
        messages = {"session_id": session_id, "messages": _messages(turns)}
        return self._post("messages", {**self.seat.names, "agent_id": self.seat.agent_id, **messages})

    def try_out(self, turns: Sequence[tuple[str, str]]) -> str:
        person = self.seat.names if self.seat.profile else {}
        return self._post("extract", {**person, "agent_id": self.seat.agent_id, "messages": _messages(turns)})

    def job(self, job_id: int) -> str:
        return self._get(f"jobs/{job_id}")

    def undo(self, job_id: int) -> str:
        return self._post(f"jobs/{job_id}/undo")

    def facts(self) -> str:
        return self._get("facts", self.seat.names)

    def ask(self, question: str, session_id: str, max_tokens: int | None = None) -> str:
        body = {"agent_id": self.seat.agent_id, "session_id": session_id, "question": question}
        room = {"max_tokens": max_tokens} if max_tokens else {}
        return self._post("context", {**self.seat.names, **body, **room})

    def observation(self, observation_id: str) -> str:
        return self._get(f"observations/{observation_id}")

    def _get(self, path: str, query: Mapping[str, str] | None = None) -> str:
        asked = f"?{urlencode(query)}" if query else ""
        return firstcall.shell("GET", f"{self.base_url}/api/{path}{asked}")

    def _post(self, path: str, body: Mapping[str, Any] | None = None) -> str:
        return firstcall.shell("POST", f"{self.base_url}/api/{path}", body)


def _messages(turns: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"role": role, "content": content} for role, content in turns]
