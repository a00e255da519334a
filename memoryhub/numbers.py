"""The numbers of the product: each has a name, a unit, a reason, and an environment variable of the same name."""

import os

from engine.questions import FACT_TYPES
from memoryhub.environment import Environment

_env = Environment(os.environ)

# The variables that somebody set: what is not among them is as the product comes.
MEMORYHUB_SET_VARIABLES = frozenset(name for name in os.environ if name.startswith("MEMORYHUB_") and _env.text(name))

# --- facts ---------------------------------------------------------------------------------------------------------
# Active resident facts per profile and scope: a hundred are some 1,500 tokens of prompt in English, 4,000 in Chinese.
MEMORYHUB_FACT_LIMIT = _env.integer("MEMORYHUB_FACT_LIMIT", 100, least=1, most=10_000)
# Active facts of the other types, per profile and scope: found by question, so only an exact scan's price limits them.
MEMORYHUB_RECALLED_FACT_LIMIT = _env.integer("MEMORYHUB_RECALLED_FACT_LIMIT", 1_000, least=1, most=100_000)
# Characters of one statement: what is longer is an excerpt, not a fact.
MEMORYHUB_FACT_LENGTH = _env.integer("MEMORYHUB_FACT_LENGTH", 500, least=20, most=5_000)
# Below this confidence (0–1) a model is guessing.
MEMORYHUB_LEAST_CONFIDENCE = _env.number("MEMORYHUB_LEAST_CONFIDENCE", 0.5)
# Importance (0–1) of a fact about which the model says nothing; a type that is not named has the last one.
MEMORYHUB_IMPORTANCE = {
    "user_profile": _env.number("MEMORYHUB_IMPORTANCE_USER_PROFILE", 0.9),
    "user_constraint": _env.number("MEMORYHUB_IMPORTANCE_USER_CONSTRAINT", 0.9),
    "user_goal": _env.number("MEMORYHUB_IMPORTANCE_USER_GOAL", 0.8),
    "user_preference": _env.number("MEMORYHUB_IMPORTANCE_USER_PREFERENCE", 0.7),
}
MEMORYHUB_OTHER_IMPORTANCE = _env.number("MEMORYHUB_OTHER_IMPORTANCE", 0.5)
# Types whose newer value overwrites the older one in the same slot; all others are appended.
MEMORYHUB_SINGLE_TYPES = _env.some_of(
    "MEMORYHUB_SINGLE_TYPES",
    ("user_profile", "user_goal", "user_constraint", "assistant_decision", "assistant_constraint"),
    FACT_TYPES,
)

# --- merging -------------------------------------------------------------------------------------------------------
# Calibrated score (0–1) from which two statements say the same, unless polarity, number, date, place or name differ.
MEMORYHUB_SAME_SCORE = _env.number("MEMORYHUB_SAME_SCORE", 0.85)
# Facts that a new statement is compared with: the right one is among the nearest five in 97–100 % of cases.
MEMORYHUB_SIMILAR_FACTS = _env.integer("MEMORYHUB_SIMILAR_FACTS", 5, least=1, most=50)
# Calibrated score (0–1) above which a stored fact is on the topic of a new statement, and is looked at.
MEMORYHUB_SIMILAR_SCORE = _env.number("MEMORYHUB_SIMILAR_SCORE", 0.40)
# Share of the shorter statement's words (0–1) above which two statements on one topic are worth a judgement.
MEMORYHUB_JUDGED_OVERLAP = _env.number("MEMORYHUB_JUDGED_OVERLAP", 0.5)
# Pairs that a model may judge for one job: beyond them statements are appended, and the decision says so.
MEMORYHUB_JUDGED_PAIRS = _env.integer("MEMORYHUB_JUDGED_PAIRS", 60, least=1, most=10_000)
# Facts that the explicit wishes of one turn may forget or correct; the rest waits for a person's word.
MEMORYHUB_INSTRUCTED_FACTS = _env.integer("MEMORYHUB_INSTRUCTED_FACTS", 3, least=1, most=100)

# --- the gate and extraction ---------------------------------------------------------------------------------------
# Characters of a message that extraction reads from its beginning and its end: the middle of a long paste is data.
MEMORYHUB_EXTRACT_CHARACTERS = _env.integer("MEMORYHUB_EXTRACT_CHARACTERS", 8_000, least=200, most=100_000)
# Characters below which a user's message says nothing worth remembering, and below which a Chinese one that speaks of
# its speaker does: 我吃素 is a whole statement. A longer one than the third needs no word of the first person.
MEMORYHUB_GATE_SHORTEST = _env.integer("MEMORYHUB_GATE_SHORTEST", 5, least=1, most=100)
MEMORYHUB_GATE_SHORTEST_CHINESE = _env.integer("MEMORYHUB_GATE_SHORTEST_CHINESE", 3, least=1, most=100)
MEMORYHUB_GATE_LONG = _env.integer("MEMORYHUB_GATE_LONG", 20, least=1, most=1_000)
# The same for an assistant's message: below the first nothing is decided, above the second no word of agreement is needed.
MEMORYHUB_GATE_SHORTEST_ANSWER = _env.integer("MEMORYHUB_GATE_SHORTEST_ANSWER", 20, least=1, most=1_000)
MEMORYHUB_GATE_LONG_ANSWER = _env.integer("MEMORYHUB_GATE_LONG_ANSWER", 120, least=1, most=10_000)
# Messages before the target that are read for what they point at.
MEMORYHUB_HISTORY_MESSAGES = _env.integer("MEMORYHUB_HISTORY_MESSAGES", 2, most=100)
# Attempts at one model reply; each changes something in the request.
MEMORYHUB_REPLY_ATTEMPTS = _env.integer("MEMORYHUB_REPLY_ATTEMPTS", 3, least=1, most=10)
# Seconds for which a caller of the stateless extraction waits at most: a thread of the web waits with them.
MEMORYHUB_EXTRACT_SECONDS = _env.integer("MEMORYHUB_EXTRACT_SECONDS", 60, least=1, most=600)

# --- jobs ----------------------------------------------------------------------------------------------------------
# Attempts of a job before it is booked as failed; an operator can start it again.
MEMORYHUB_JOB_ATTEMPTS = _env.integer("MEMORYHUB_JOB_ATTEMPTS", 5, least=1, most=100)
# Seconds that a claimed job belongs to its worker. Longer than a task may run, see CELERY_TASK_TIME_LIMIT.
MEMORYHUB_JOB_LEASE_SECONDS = _env.integer("MEMORYHUB_JOB_LEASE_SECONDS", 720, least=10, most=86_400)
# Seconds before the second attempt of a job; they double with each further one, up to an hour.
MEMORYHUB_JOB_BACKOFF_SECONDS = _env.integer("MEMORYHUB_JOB_BACKOFF_SECONDS", 10, least=1, most=3_600)
# Seconds for which a job that waits for its next attempt holds back the later jobs of its person.
MEMORYHUB_JOB_HOLD_SECONDS = _env.integer("MEMORYHUB_JOB_HOLD_SECONDS", 600, most=86_400)
# Seconds for which no bell is rung after one has failed: a request must not pay for a broken broker; the sweep rings.
MEMORYHUB_BELL_PAUSE_SECONDS = _env.integer("MEMORYHUB_BELL_PAUSE_SECONDS", 10, most=3_600)
# Seconds for which a message may lie in a worker with a free child before the worker ends itself to be started again. A
# free child takes it in milliseconds, one that is being renewed in some 3 s; ten times that leaves room for a slow machine.
MEMORYHUB_WORKER_STALL_SECONDS = _env.integer("MEMORYHUB_WORKER_STALL_SECONDS", 30, least=5, most=600)

# --- summaries and episodes ----------------------------------------------------------------------------------------
# New messages from which a conversation is condensed again, and the characters that do instead of as many messages; the
# first summary wants both.
MEMORYHUB_SUMMARY_MESSAGES = _env.integer("MEMORYHUB_SUMMARY_MESSAGES", 10, least=1, most=1_000)
MEMORYHUB_SUMMARY_CHARACTERS = _env.integer("MEMORYHUB_SUMMARY_CHARACTERS", 1_000, least=1, most=1_000_000)
# Messages that go into one call; more are folded in window by window.
MEMORYHUB_SUMMARY_WINDOW = _env.integer("MEMORYHUB_SUMMARY_WINDOW", 20, least=1, most=1_000)
# Calls of one piece of work: twenty windows are four hundred messages, and no person's other work waits for more.
MEMORYHUB_SUMMARY_CALLS = _env.integer("MEMORYHUB_SUMMARY_CALLS", 20, least=1, most=1_000)
# Conversations looked at in one minute for whether they are due: each costs two short statements, some two seconds in all.
MEMORYHUB_SUMMARY_LOOKS = _env.integer("MEMORYHUB_SUMMARY_LOOKS", 500, least=1, most=100_000)
# Lines under one heading: five times twelve are some 1,000 tokens, half of what a context has for all memory.
MEMORYHUB_SUMMARY_LINES = _env.integer("MEMORYHUB_SUMMARY_LINES", 12, least=1, most=200)
# Messages of person and agent from which a conversation is worth remembering as an episode.
MEMORYHUB_EPISODE_MESSAGES = _env.integer("MEMORYHUB_EPISODE_MESSAGES", 3, least=1, most=1_000)
# Days for which an episode is called up, how many at once, and what its age and its words count for in the order.
MEMORYHUB_EPISODE_DAYS = _env.integer("MEMORYHUB_EPISODE_DAYS", 7, least=1, most=3_650)
MEMORYHUB_RECALLED_EPISODES = _env.integer("MEMORYHUB_RECALLED_EPISODES", 3, most=50)
MEMORYHUB_EPISODE_AGE_WEIGHT = _env.number("MEMORYHUB_EPISODE_AGE_WEIGHT", 0.4)
MEMORYHUB_EPISODE_WORDS_WEIGHT = _env.number("MEMORYHUB_EPISODE_WORDS_WEIGHT", 0.6)

# --- the dream -----------------------------------------------------------------------------------------------------
# Characters of a conversation that the dream reads: what it decides from, for each conversation of the day.
MEMORYHUB_DIGEST_CHARACTERS = _env.integer("MEMORYHUB_DIGEST_CHARACTERS", 500, least=100, most=10_000)
# Share (0–1) of a person's active facts, and at least how many, that may leave in one night without a merged successor:
# a misjudgement repeated every night would empty a store within months.
MEMORYHUB_DREAM_LEAVING_SHARE = _env.number("MEMORYHUB_DREAM_LEAVING_SHARE", 0.30)
MEMORYHUB_DREAM_LEAVING_LEAST = _env.integer("MEMORYHUB_DREAM_LEAVING_LEAST", 3, most=1_000)
# People of whom one request takes back a dream, each in a transaction of their own: some 70 ms each with four operations and
# a machine that has other work too, and a request has half a minute.
MEMORYHUB_DREAM_UNDO_PEOPLE = _env.integer("MEMORYHUB_DREAM_UNDO_PEOPLE", 200, least=1, most=10_000)
# Conversations of one person that one night reads, newest first: after weeks without a dream they must still fit into one
# question. What was said in the others has been learned long since; the part counts them.
MEMORYHUB_DREAM_CONVERSATIONS = _env.integer("MEMORYHUB_DREAM_CONVERSATIONS", 30, least=1, most=1_000)

# --- context and search --------------------------------------------------------------------------------------------
# Milliseconds for the whole context: what is not there by then is left out, the answer goes on without it.
MEMORYHUB_CONTEXT_MILLISECONDS = _env.integer("MEMORYHUB_CONTEXT_MILLISECONDS", 300, least=20, most=60_000)
# Tokens of remembered text in a prompt, unless the request says otherwise.
MEMORYHUB_CONTEXT_TOKENS = _env.integer("MEMORYHUB_CONTEXT_TOKENS", 2_000, least=100, most=1_000_000)
# Rounds (a user's message and the answers to it) shown from the running conversation.
MEMORYHUB_RECENT_ROUNDS = _env.integer("MEMORYHUB_RECENT_ROUNDS", 5, most=100)
# Whether a sub-account's context also shows the company's facts.
MEMORYHUB_SHOW_COMPANY_FACTS = _env.switch("MEMORYHUB_SHOW_COMPANY_FACTS", default=True)
# Messages of other moments that the question calls up, shown at most: they are raw, long, and give way first. 0: none.
MEMORYHUB_CONTEXT_MESSAGES = _env.integer("MEMORYHUB_CONTEXT_MESSAGES", 3, most=50)
# Milliseconds and score (0–1): the lines of the dashboard. An hour whose mean is on the wrong side stands in the work log.
MEMORYHUB_LATENCY_LINE = _env.integer("MEMORYHUB_LATENCY_LINE", 500, least=1, most=600_000)
MEMORYHUB_SCORE_LINE = _env.number("MEMORYHUB_SCORE_LINE", 0.6)
# Calibrated score (0–1) from which something found is worth showing.
MEMORYHUB_SEARCH_SCORE = _env.number("MEMORYHUB_SEARCH_SCORE", 0.30)
# And from which it is worth room in a prompt. Of the right facts and messages for 42 MemoryBank questions (Chinese, English)
# as many reach it as the score above (95 of 98), of the wrong facts 58 instead of 78; at 0.40 two of the right ones go.
MEMORYHUB_CONTEXT_SCORE = _env.number("MEMORYHUB_CONTEXT_SCORE", 0.35)

# --- global memories -----------------------------------------------------------------------------------------------
# Candidates (enabled memories with an enabled binding to the agent) up to which all are recalled, and up to which tags
# tell them apart; beyond, the question's vector is asked for.
MEMORYHUB_GLOBAL_MINIMAL = _env.integer("MEMORYHUB_GLOBAL_MINIMAL", 5, most=1_000)
MEMORYHUB_GLOBAL_LIGHTWEIGHT = _env.integer(
    "MEMORYHUB_GLOBAL_LIGHTWEIGHT", 20, least=MEMORYHUB_GLOBAL_MINIMAL, most=1_000
)
# Memories of one context; those that are mandatory are counted and never cut.
MEMORYHUB_GLOBAL_MEMORIES = _env.integer("MEMORYHUB_GLOBAL_MEMORIES", 5, most=1_000)
# What a question that names tags is worth: the first number, and the second for each tag that it names (0–1).
MEMORYHUB_GLOBAL_TAG_SCORE = _env.number("MEMORYHUB_GLOBAL_TAG_SCORE", 0.1)
MEMORYHUB_GLOBAL_TAG_STEP = _env.number("MEMORYHUB_GLOBAL_TAG_STEP", 0.05)
# Calibrated scores (0–1): below the low one a memory is out, from the high one on it is in, between them a tag decides.
MEMORYHUB_GLOBAL_LOW_SCORE = _env.number("MEMORYHUB_GLOBAL_LOW_SCORE", 0.40)
MEMORYHUB_GLOBAL_HIGH_SCORE = _env.number("MEMORYHUB_GLOBAL_HIGH_SCORE", 0.60, least=MEMORYHUB_GLOBAL_LOW_SCORE)
# Memories that one owner may bind to one agent: more drown each other.
MEMORYHUB_GLOBAL_BINDINGS = _env.integer("MEMORYHUB_GLOBAL_BINDINGS", 50, least=1, most=1_000)
# Characters of one field of a memory: half of it is what a whole context holds.
MEMORYHUB_GLOBAL_FIELD_LENGTH = _env.integer("MEMORYHUB_GLOBAL_FIELD_LENGTH", 4_000, least=100, most=100_000)
# Tags of one memory: what needs more is two memories.
MEMORYHUB_GLOBAL_TAGS = _env.integer("MEMORYHUB_GLOBAL_TAGS", 32, least=1, most=1_000)
# Earlier texts kept of each memory: as many as somebody who looks for an old wording still reads through.
MEMORYHUB_GLOBAL_VERSIONS = _env.integer("MEMORYHUB_GLOBAL_VERSIONS", 20, most=1_000)
# Folders one within another; a deeper tree is shown by no screen.
MEMORYHUB_GLOBAL_FOLDER_DEPTH = _env.integer("MEMORYHUB_GLOBAL_FOLDER_DEPTH", 10, least=1, most=100)
# Memories and folders of one owner: lists and switches in bulk stay a matter of milliseconds.
MEMORYHUB_GLOBAL_KEPT = _env.integer("MEMORYHUB_GLOBAL_KEPT", 2_000, least=1, most=100_000)

# --- callers -------------------------------------------------------------------------------------------------------
# Requests of one key in a minute, counted over all processes.
MEMORYHUB_REQUESTS_PER_MINUTE = _env.integer("MEMORYHUB_REQUESTS_PER_MINUTE", 600, least=1, most=10_000_000)
# Failed sign-ins of one account or address in a quarter of an hour: a person mistypes, a machine guesses.
MEMORYHUB_SIGN_IN_ATTEMPTS = _env.integer("MEMORYHUB_SIGN_IN_ATTEMPTS", 10, least=1, most=10_000)
# Bytes of a request body: two hundred messages of an ordinary conversation are a tenth of it.
MEMORYHUB_BODY_BYTES = _env.integer("MEMORYHUB_BODY_BYTES", 1_048_576, least=10_000, most=1_073_741_824)

# --- privacy -------------------------------------------------------------------------------------------------------
# Whether questions, replies and contents may stand in logs, observations and recorded model calls.
MEMORYHUB_LOG_CONTENT = _env.switch("MEMORYHUB_LOG_CONTENT", default=False)
# What happens to a secret or an identity number in a message: masked, kept, or the message refused.
MEMORYHUB_SECRETS_IN_MESSAGES = _env.one_of("MEMORYHUB_SECRETS_IN_MESSAGES", "mask", ("mask", "keep", "refuse"))
# Phone numbers and e-mail addresses: kept, masked in messages and never in a fact, or the message refused.
MEMORYHUB_CONTACTS = _env.one_of("MEMORYHUB_CONTACTS", "keep", ("mask", "keep", "refuse"))
# Days for which the keyed hashes of an erased person's message ids are kept, so that a late retry is not stored anew.
MEMORYHUB_SEEN_MESSAGE_DAYS = _env.integer("MEMORYHUB_SEEN_MESSAGE_DAYS", 30, least=1, most=3_650)
# Days for which messages and observations are kept; 0 keeps them for ever.
MEMORYHUB_MESSAGE_DAYS = _env.integer("MEMORYHUB_MESSAGE_DAYS", 0, most=36_500)
MEMORYHUB_OBSERVATION_DAYS = _env.integer("MEMORYHUB_OBSERVATION_DAYS", 90, most=36_500)
# Days for which the figures of each hour are kept: a year can be compared with the one before. 0 keeps them for ever.
MEMORYHUB_FIGURES_DAYS = _env.integer("MEMORYHUB_FIGURES_DAYS", 400, most=36_500)
# Whether the messages of somebody whose memory is paused are stored.
MEMORYHUB_KEEP_PAUSED_MESSAGES = _env.switch("MEMORYHUB_KEEP_PAUSED_MESSAGES", default=True)

# --- models --------------------------------------------------------------------------------------------------------
# An endpoint of the OpenAI kind. Without an address and a model the built-in rule engine does the work.
MEMORYHUB_LLM_BASE_URL = _env.web_address("MEMORYHUB_LLM_BASE_URL")
MEMORYHUB_LLM_API_KEY = _env.text("MEMORYHUB_LLM_API_KEY")
MEMORYHUB_LLM_MODEL = _env.text("MEMORYHUB_LLM_MODEL")
_env.require_together("MEMORYHUB_LLM_BASE_URL", "MEMORYHUB_LLM_MODEL")
# The model of each purpose; the one above unless another is named.
MEMORYHUB_LLM_MODELS = {
    purpose: _env.text(f"MEMORYHUB_LLM_MODEL_{purpose.upper()}", MEMORYHUB_LLM_MODEL)
    for purpose in ("extract", "judge", "consolidate", "summarise")
}
# Seconds for one reply: the client's own ten minutes would hold a worker.
MEMORYHUB_LLM_TIMEOUT_SECONDS = _env.integer("MEMORYHUB_LLM_TIMEOUT_SECONDS", 60, least=1, most=600)
# Tokens of one reply; a reply that is cut off is asked for again with more.
MEMORYHUB_LLM_MAX_TOKENS = _env.integer("MEMORYHUB_LLM_MAX_TOKENS", 2_048, least=64, most=1_000_000)
# Calls at once from one process.
MEMORYHUB_LLM_CONCURRENCY = _env.integer("MEMORYHUB_LLM_CONCURRENCY", 4, least=1, most=1_000)
# Prices per million tokens, in the currency of your bill.
MEMORYHUB_LLM_PRICE_IN = _env.number("MEMORYHUB_LLM_PRICE_IN", 0.0, most=1_000_000.0)
MEMORYHUB_LLM_PRICE_OUT = _env.number("MEMORYHUB_LLM_PRICE_OUT", 0.0, most=1_000_000.0)
# What the model calls of one tenant may cost in a day, in the same currency; 0 sets no limit. Over it learning waits.
MEMORYHUB_LLM_DAILY_BUDGET = _env.number("MEMORYHUB_LLM_DAILY_BUDGET", 0.0, most=1_000_000.0)

# An embedding endpoint of the same kind. Without one the bundled model is used.
MEMORYHUB_EMBEDDING_BASE_URL = _env.web_address("MEMORYHUB_EMBEDDING_BASE_URL")
MEMORYHUB_EMBEDDING_API_KEY = _env.text("MEMORYHUB_EMBEDDING_API_KEY")
MEMORYHUB_EMBEDDING_MODEL = _env.text("MEMORYHUB_EMBEDDING_MODEL")
_env.require_together("MEMORYHUB_EMBEDDING_BASE_URL", "MEMORYHUB_EMBEDDING_MODEL")
# Asked of the endpoint; 0 takes what it gives. 1,024 half-precision numbers are the most that a vector row holds.
MEMORYHUB_EMBEDDING_DIMENSIONS = _env.integer("MEMORYHUB_EMBEDDING_DIMENSIONS", 0, most=1_024)
# The embedder to move to: `manage.py reembed` prepares its vectors while the one above goes on searching.
MEMORYHUB_NEXT_EMBEDDING_BASE_URL = _env.web_address("MEMORYHUB_NEXT_EMBEDDING_BASE_URL")
MEMORYHUB_NEXT_EMBEDDING_API_KEY = _env.text("MEMORYHUB_NEXT_EMBEDDING_API_KEY")
MEMORYHUB_NEXT_EMBEDDING_MODEL = _env.text("MEMORYHUB_NEXT_EMBEDDING_MODEL")
_env.require_together("MEMORYHUB_NEXT_EMBEDDING_BASE_URL", "MEMORYHUB_NEXT_EMBEDDING_MODEL")
MEMORYHUB_NEXT_EMBEDDING_DIMENSIONS = _env.integer("MEMORYHUB_NEXT_EMBEDDING_DIMENSIONS", 0, most=1_024)
# Whether messages get vectors, in the background: a question then finds what was said in other words. Some 5 ms and
# 800 bytes a message with the bundled model.
MEMORYHUB_EMBED_MESSAGES = _env.switch("MEMORYHUB_EMBED_MESSAGES", default=True)
# Texts in one call: some servers refuse more than ten.
MEMORYHUB_EMBEDDING_BATCH = _env.integer("MEMORYHUB_EMBEDDING_BATCH", 10, least=1, most=2_048)
# Price per million tokens; it counts towards the daily budget, but no question waits for want of a vector.
MEMORYHUB_EMBEDDING_PRICE = _env.number("MEMORYHUB_EMBEDDING_PRICE", 0.0, most=1_000_000.0)
MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS = _env.integer("MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS", 30, least=1, most=600)
