-- What became of work that one controller asked for and another one's agent did. Whoever asked is told
-- by a notification, takes the row and deletes it; what nobody took goes with the daily cleaning.
create unlogged table work_outcomes (
  public_id text primary key,
  output jsonb,
  bytes bytea,
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  check ((output is null) <> (error_code is null))
);
create index work_outcomes_created on work_outcomes (created_at);
