-- Who works on background jobs, and when it was last there: jobs of one that is gone are taken over. A controller's
-- row in controllers says that it listens to agents, which it does not at once after a time without the database.
create table job_runners (
  id text primary key,
  seen_at timestamptz not null
);
