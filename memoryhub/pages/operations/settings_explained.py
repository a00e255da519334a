"""What each setting of the environment means, in one sentence, by subject; and how much of it may be shown."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Setting:
    """`is_secret`: never shown. `is_address`: shown without what opens it."""

    name: str
    meaning: object
    is_secret: bool = False
    is_address: bool = False


def _secret(name: str, meaning: object) -> Setting:
    return Setting(name, meaning, is_secret=True)


def _address(name: str, meaning: object) -> Setting:
    return Setting(name, meaning, is_address=True)


# fmt: off
SETTINGS: Final[tuple[tuple[object, tuple[Setting, ...]], ...]] = (
    (
        _("The service"),
        (
            Setting("MEMORYHUB_HOME", _("The folder of the embedded service: its database, its keys, its logs.")),
            Setting("MEMORYHUB_HOST", _("The address on which the web server listens; any other than loopback needs allowed hosts.")),
            Setting("MEMORYHUB_PORT", _("The port on which the web server listens.")),
            Setting("MEMORYHUB_WEB_PROCESSES", _("Processes of the web server.")),
            Setting("MEMORYHUB_WEB_THREADS", _("Threads of each process of the web server.")),
            Setting("MEMORYHUB_ALLOWED_HOSTS", _("Host names under which the service may be reached, besides this machine's own.")),
            _address("MEMORYHUB_PUBLIC_URL", _("The address that people use; with https, cookies are sent over it only.")),
            Setting("MEMORYHUB_TIME_ZONE", _("The time zone of times without an offset, of days and of the nightly dream.")),
            Setting("MEMORYHUB_LANGUAGE", _("The language of pages whose reader names none.")),
            Setting("MEMORYHUB_STATIC_ROOT", _("Where collected static files lie; a clone serves its own without it.")),
            _secret("MEMORYHUB_SECRET_KEY", _("Signs sessions and hashes; kept in the home unless it is given.")),
            _secret("MEMORYHUB_ADMIN_PASSWORD", _("The first start's password of the account “admin”; not handed on to the processes.")),
            _secret("MEMORYHUB_API_KEY", _("The first start's API key; not handed on to the processes.")),
        ),
    ),
    (
        _("Database and queues"),
        (
            _address("DATABASE_URL", _("Where the data is.")),
            Setting("MEMORYHUB_DATABASE_POOL", _("Connections that one process keeps; 0 opens one for each request, as behind PgBouncer.")),
            _address("CELERY_BROKER_URL", _("Where the queues are that wake the workers; pgmq keeps them in the database.")),
        ),
    ),
    (
        _("Language model"),
        (
            _address("MEMORYHUB_LLM_BASE_URL", _("The chat endpoint of the OpenAI kind; without one the built-in rules learn.")),
            _secret("MEMORYHUB_LLM_API_KEY", _("The key for that endpoint.")),
            Setting("MEMORYHUB_LLM_MODEL", _("The model, unless a purpose or a scope names another.")),
            Setting("MEMORYHUB_LLM_MODEL_EXTRACT", _("The model that finds statements in messages.")),
            Setting("MEMORYHUB_LLM_MODEL_JUDGE", _("The model that compares two statements.")),
            Setting("MEMORYHUB_LLM_MODEL_CONSOLIDATE", _("The model that tidies facts at night.")),
            Setting("MEMORYHUB_LLM_MODEL_SUMMARISE", _("The model that summarises conversations.")),
            Setting("MEMORYHUB_LLM_TIMEOUT_SECONDS", _("Seconds for one reply.")),
            Setting("MEMORYHUB_LLM_MAX_TOKENS", _("Tokens of one reply; one that is cut off is asked for again with more.")),
            Setting("MEMORYHUB_LLM_CONCURRENCY", _("Calls at once from one process.")),
            Setting("MEMORYHUB_LLM_PRICE_IN", _("Price of a million tokens sent, in the currency of your bill.")),
            Setting("MEMORYHUB_LLM_PRICE_OUT", _("Price of a million tokens received.")),
            Setting("MEMORYHUB_LLM_DAILY_BUDGET", _("What the calls of one organisation may cost in a day; 0 sets no limit. Over it learning waits.")),
            Setting("MEMORYHUB_REPLY_ATTEMPTS", _("Attempts at one reply that cannot be read.")),
        ),
    ),
    (
        _("Embedding model"),
        (
            _address("MEMORYHUB_EMBEDDING_BASE_URL", _("An embedding endpoint of the OpenAI kind; without one the bundled model is used.")),
            _secret("MEMORYHUB_EMBEDDING_API_KEY", _("The key for the embedding endpoint.")),
            Setting("MEMORYHUB_EMBEDDING_MODEL", _("The model of the embedding endpoint.")),
            Setting("MEMORYHUB_EMBEDDING_DIMENSIONS", _("Dimensions to ask for; 0 takes what the endpoint gives.")),
            Setting("MEMORYHUB_EMBEDDING_BATCH", _("Texts in one call.")),
            Setting("MEMORYHUB_EMBEDDING_PRICE", _("Price of a million embedded tokens; it counts towards the daily budget.")),
            Setting("MEMORYHUB_EMBEDDING_TIMEOUT_SECONDS", _("Seconds for one call to the embedding endpoint.")),
            Setting("MEMORYHUB_EMBED_MESSAGES", _("Whether messages get vectors, so that a question finds what was said in other words.")),
            _address("MEMORYHUB_NEXT_EMBEDDING_BASE_URL", _("The embedding endpoint to move to; “manage.py reembed” prepares its vectors.")),
            _secret("MEMORYHUB_NEXT_EMBEDDING_API_KEY", _("The key for the endpoint to move to.")),
            Setting("MEMORYHUB_NEXT_EMBEDDING_MODEL", _("The model to move to.")),
            Setting("MEMORYHUB_NEXT_EMBEDDING_DIMENSIONS", _("The dimensions to move to.")),
        ),
    ),
    (
        _("Facts"),
        (
            Setting("MEMORYHUB_FACT_LIMIT", _("Active facts of a person and scope that stand in every prompt.")),
            Setting("MEMORYHUB_RECALLED_FACT_LIMIT", _("Active facts of a person and scope that a question calls up.")),
            Setting("MEMORYHUB_FACT_LENGTH", _("Characters of one fact.")),
            Setting("MEMORYHUB_LEAST_CONFIDENCE", _("The confidence (0–1) below which a model is guessing.")),
            Setting("MEMORYHUB_IMPORTANCE_USER_PROFILE", _("Importance (0–1) of facts about the person where a model says nothing.")),
            Setting("MEMORYHUB_IMPORTANCE_USER_CONSTRAINT", _("Importance (0–1) of constraints where a model says nothing.")),
            Setting("MEMORYHUB_IMPORTANCE_USER_GOAL", _("Importance (0–1) of goals where a model says nothing.")),
            Setting("MEMORYHUB_IMPORTANCE_USER_PREFERENCE", _("Importance (0–1) of preferences where a model says nothing.")),
            Setting("MEMORYHUB_OTHER_IMPORTANCE", _("Importance (0–1) of all other facts where a model says nothing.")),
            Setting("MEMORYHUB_SINGLE_TYPES", _("Types of which a newer value takes the place of the older one.")),
        ),
    ),
    (
        _("Merging"),
        (
            Setting("MEMORYHUB_SAME_SCORE", _("Score (0–1) from which two statements say the same.")),
            Setting("MEMORYHUB_SIMILAR_FACTS", _("Facts that a new statement is compared with.")),
            Setting("MEMORYHUB_SIMILAR_SCORE", _("Score (0–1) above which a stored fact is looked at for a new statement.")),
            Setting("MEMORYHUB_JUDGED_OVERLAP", _("Share of words (0–1) above which two statements are worth a judgement.")),
            Setting("MEMORYHUB_JUDGED_PAIRS", _("Pairs that a model may judge for one job.")),
            Setting("MEMORYHUB_INSTRUCTED_FACTS", _("Facts that the wishes of one turn may forget or correct at once.")),
        ),
    ),
    (
        _("Reading messages"),
        (
            Setting("MEMORYHUB_EXTRACT_CHARACTERS", _("Characters of a message that are read, from its beginning and its end.")),
            Setting("MEMORYHUB_GATE_SHORTEST", _("Characters below which a message says nothing worth remembering.")),
            Setting("MEMORYHUB_GATE_SHORTEST_CHINESE", _("The same for a Chinese message that speaks of its speaker.")),
            Setting("MEMORYHUB_GATE_LONG", _("Characters above which a message needs no word of the first person.")),
            Setting("MEMORYHUB_GATE_SHORTEST_ANSWER", _("Characters below which an assistant's message decides nothing.")),
            Setting("MEMORYHUB_GATE_LONG_ANSWER", _("Characters above which an assistant's message needs no word of agreement.")),
            Setting("MEMORYHUB_HISTORY_MESSAGES", _("Earlier messages that are read for what a message points at.")),
            Setting("MEMORYHUB_EXTRACT_SECONDS", _("Seconds for which a caller of the stateless extraction waits at most.")),
        ),
    ),
    (
        _("Background work"),
        (
            Setting("MEMORYHUB_JOB_ATTEMPTS", _("Attempts of a job before it is booked as failed.")),
            Setting("MEMORYHUB_JOB_LEASE_SECONDS", _("Seconds that a claimed job belongs to its worker.")),
            Setting("MEMORYHUB_JOB_BACKOFF_SECONDS", _("Seconds before the second attempt of a job; they double with each further one.")),
            Setting("MEMORYHUB_JOB_HOLD_SECONDS", _("Seconds for which a job that waits holds back the later ones of its person.")),
            Setting("MEMORYHUB_BELL_PAUSE_SECONDS", _("Seconds for which no worker is called after a call has failed.")),
            Setting("MEMORYHUB_WORKER_STALL_SECONDS", _("Seconds for which a message may lie before an idle worker is started anew.")),
        ),
    ),
    (
        _("Summaries and episodes"),
        (
            Setting("MEMORYHUB_SUMMARY_MESSAGES", _("New messages from which a conversation is condensed again.")),
            Setting("MEMORYHUB_SUMMARY_CHARACTERS", _("New characters that do instead of as many messages.")),
            Setting("MEMORYHUB_SUMMARY_WINDOW", _("Messages that go into one call.")),
            Setting("MEMORYHUB_SUMMARY_CALLS", _("Calls of one piece of summarising.")),
            Setting("MEMORYHUB_SUMMARY_LOOKS", _("Conversations looked at in one minute for whether they are due.")),
            Setting("MEMORYHUB_SUMMARY_LINES", _("Lines under one heading of a summary.")),
            Setting("MEMORYHUB_EPISODE_MESSAGES", _("Messages from which a conversation is worth remembering as an episode.")),
            Setting("MEMORYHUB_EPISODE_DAYS", _("Days for which an episode is called up.")),
            Setting("MEMORYHUB_RECALLED_EPISODES", _("Episodes called up at once.")),
            Setting("MEMORYHUB_EPISODE_AGE_WEIGHT", _("What the age of an episode counts for (0–1).")),
            Setting("MEMORYHUB_EPISODE_WORDS_WEIGHT", _("What the words of an episode count for (0–1).")),
        ),
    ),
    (
        _("Dreams"),
        (
            Setting("MEMORYHUB_DIGEST_CHARACTERS", _("Characters of each conversation that the dream reads.")),
            Setting("MEMORYHUB_DREAM_LEAVING_SHARE", _("Share (0–1) of a person's facts that may leave in one night without a successor.")),
            Setting("MEMORYHUB_DREAM_LEAVING_LEAST", _("Facts that may leave in one night however few there are.")),
            Setting("MEMORYHUB_DREAM_UNDO_PEOPLE", _("People of whom one request takes back a dream.")),
            Setting("MEMORYHUB_DREAM_CONVERSATIONS", _("Conversations of one person that one night reads.")),
        ),
    ),
    (
        _("Context and search"),
        (
            Setting("MEMORYHUB_CONTEXT_MILLISECONDS", _("Milliseconds for a whole context; what is not there by then is left out.")),
            Setting("MEMORYHUB_CONTEXT_TOKENS", _("Tokens of remembered text in a prompt, unless the request says otherwise.")),
            Setting("MEMORYHUB_RECENT_ROUNDS", _("Rounds of the running conversation that are shown.")),
            Setting("MEMORYHUB_SHOW_COMPANY_FACTS", _("Whether a sub-account's context also shows the company's facts.")),
            Setting("MEMORYHUB_CONTEXT_MESSAGES", _("Messages of other moments shown at most; 0 shows none.")),
            Setting("MEMORYHUB_LATENCY_LINE", _("Milliseconds above which the mean of an hour is too slow.")),
            Setting("MEMORYHUB_SCORE_LINE", _("Score (0–1) below which the mean of an hour is too low.")),
            Setting("MEMORYHUB_SEARCH_SCORE", _("Score (0–1) from which something found is worth showing.")),
            Setting("MEMORYHUB_CONTEXT_SCORE", _("Score (0–1) from which something found is worth room in a prompt.")),
        ),
    ),
    (
        _("Global memories"),
        (
            Setting("MEMORYHUB_GLOBAL_MINIMAL", _("Candidates up to which all are recalled.")),
            Setting("MEMORYHUB_GLOBAL_LIGHTWEIGHT", _("Candidates up to which tags tell them apart; beyond, vectors do.")),
            Setting("MEMORYHUB_GLOBAL_MEMORIES", _("Global memories of one context; mandatory ones are never cut.")),
            Setting("MEMORYHUB_GLOBAL_TAG_SCORE", _("What a question that names a tag is worth (0–1).")),
            Setting("MEMORYHUB_GLOBAL_TAG_STEP", _("What each further tag is worth (0–1).")),
            Setting("MEMORYHUB_GLOBAL_LOW_SCORE", _("Score (0–1) below which a global memory is out.")),
            Setting("MEMORYHUB_GLOBAL_HIGH_SCORE", _("Score (0–1) from which a global memory is in.")),
            Setting("MEMORYHUB_GLOBAL_BINDINGS", _("Global memories that one owner may bind to one agent.")),
            Setting("MEMORYHUB_GLOBAL_FIELD_LENGTH", _("Characters of one field of a global memory.")),
            Setting("MEMORYHUB_GLOBAL_TAGS", _("Tags of one global memory.")),
            Setting("MEMORYHUB_GLOBAL_VERSIONS", _("Earlier texts kept of each global memory.")),
            Setting("MEMORYHUB_GLOBAL_FOLDER_DEPTH", _("Folders one within another.")),
            Setting("MEMORYHUB_GLOBAL_KEPT", _("Global memories and folders of one owner.")),
        ),
    ),
    (
        _("Callers"),
        (
            Setting("MEMORYHUB_REQUESTS_PER_MINUTE", _("Requests of one key in a minute.")),
            Setting("MEMORYHUB_SIGN_IN_ATTEMPTS", _("Failed sign-ins of one account or address in a quarter of an hour.")),
            Setting("MEMORYHUB_BODY_BYTES", _("Bytes of a request.")),
        ),
    ),
    (
        _("Privacy and how long things are kept"),
        (
            Setting("MEMORYHUB_LOG_CONTENT", _("Whether questions, replies and contents may stand in logs and records.")),
            Setting("MEMORYHUB_SECRETS_IN_MESSAGES", _("What happens to secrets in messages: masked, kept, or the message refused.")),
            Setting("MEMORYHUB_CONTACTS", _("What happens to phone numbers and e-mail addresses in messages.")),
            Setting("MEMORYHUB_SEEN_MESSAGE_DAYS", _("Days for which hashes of an erased person's message ids are kept.")),
            Setting("MEMORYHUB_MESSAGE_DAYS", _("Days for which messages are kept; 0 keeps them for ever.")),
            Setting("MEMORYHUB_OBSERVATION_DAYS", _("Days for which observations are kept; 0 keeps them for ever.")),
            Setting("MEMORYHUB_FIGURES_DAYS", _("Days for which the figures of each hour are kept; 0 keeps them for ever.")),
            Setting("MEMORYHUB_KEEP_PAUSED_MESSAGES", _("Whether messages of somebody whose memory is paused are stored.")),
        ),
    ),
    (
        _("Single sign-on"),
        (
            Setting("MEMORYHUB_JWT_ISSUER", _("The issuer whose tokens employees of the default organisation bring.")),
            Setting("MEMORYHUB_JWT_AUDIENCE", _("For whom the tokens must be.")),
            Setting("MEMORYHUB_JWT_ALGORITHM", _("How the tokens are signed.")),
            _secret("MEMORYHUB_JWT_KEY", _("The key that proves the tokens: a public key, or a shared secret.")),
            Setting("MEMORYHUB_JWT_USER_ID_CLAIM", _("The claim that names the user.")),
            Setting("MEMORYHUB_JWT_NICKNAME_CLAIM", _("The claim that gives the nickname.")),
            Setting("MEMORYHUB_JWT_AVATAR_CLAIM", _("The claim that gives the picture.")),
        ),
    ),
    (
        _("Logs and metrics"),
        (
            Setting("MEMORYHUB_LOG_LEVEL", _("From which level on lines stand in the logs.")),
            _secret("MEMORYHUB_METRICS_TOKEN", _("Who brings it may read /metrics; without one only callers on this machine may.")),
        ),
    ),
)
# fmt: on
