-- Agents and controllers that are told to hand over what they do, before they are stopped. An agent's is over when it
-- was started anew: draining_run names the run that was told.
alter table agents
  add column run_id text not null default '',
  add column draining_run text,
  add column draining_at timestamptz;
alter table controllers
  add column draining_at timestamptz,
  -- It has handed over everything.
  add column drained_at timestamptz;
