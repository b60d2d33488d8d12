-- What the decision rule keeps of a monitor besides its memory.
alter table monitor_states
  add column in_maintenance boolean not null default false,
  add column flapping boolean not null default false,
  -- When the rule wants to look at the monitor again although no result came; null: never.
  add column look_at timestamptz;
create index monitor_states_look on monitor_states (look_at) where look_at is not null;
-- The rule's memory has another form from now on: what was being confirmed is confirmed anew.
update monitor_states set decision = '{}';

-- An agent that fails what others pass has no vote until it is well again; null: it has one.
alter table agents add column quarantined_at timestamptz;
