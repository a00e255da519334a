"""Which job is next: of one person, and of all who wait. Both statements agree on which jobs are passed over."""

# The oldest open job of one known profile; any other way to choose lets two of one profile run at once, or in disorder.
# A job that waits for its next attempt is passed over once it has held back the others for long enough. A running job
# is taken over when its lease is over, or when the very message that claimed it is delivered again; not without end,
# because a job may be what kills the workers.
CLAIM = """
UPDATE extraction_job
SET state = 'running', attempt = attempt + 1, leased_until = %(until)s, claimed_by = %(message)s
WHERE id = (
    SELECT min(id) FROM extraction_job
    WHERE profile_id = %(profile)s AND state IN ('pending', 'running')
      AND NOT (state = 'pending' AND due_at > %(now)s AND waiting_since IS NOT NULL AND waiting_since <= %(held)s)
  )
  AND kind = ANY(%(kinds)s)
  AND (
    (state = 'pending' AND due_at <= %(now)s)
    OR (
      state = 'running'
      AND (leased_until < %(now)s OR (claimed_by = %(message)s AND claimed_by <> ''))
      AND attempt - coalesce((options ->> 'untried')::int, 0) < %(attempts)s
    )
  )
RETURNING id
"""

# Whose next job is due on a queue, the longest due first. One pass over the open jobs: joined with themselves they take
# minutes after tens of thousands came at once, until the planner has counted them.
WAITING = """
SELECT profile_id FROM (
  SELECT DISTINCT ON (profile_id) id, profile_id, kind, state, due_at FROM extraction_job
  WHERE state IN ('pending', 'running')
    AND NOT (state = 'pending' AND due_at > %(now)s AND waiting_since IS NOT NULL AND waiting_since <= %(held)s)
  ORDER BY profile_id, id
) AS head
WHERE state = 'pending' AND due_at <= %(now)s AND kind = ANY(%(kinds)s)
ORDER BY due_at, id LIMIT %(most)s
"""
