-- Maintenance windows: when monitors are expected to fail.

create table maintenance_windows (
  id integer generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  description text not null,
  -- The first occurrence, and how it repeats: occurrences are computed from this when they are needed.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  recurrence text not null,
  repeat_every integer not null,
  effective_to timestamptz,
  timezone text not null,
  -- What the rule says up to then was there before the rule was changed; null: all of it counts.
  rule_after timestamptz,
  all_monitors boolean not null,
  -- As of the last change that was carried out: an occurrence is under way.
  running boolean not null default false,
  -- When that changes next; null: never again.
  next_change_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index maintenance_windows_listing on maintenance_windows (workspace_id, created_at desc, id desc);

-- The monitors a window names; none when it covers all.
create table maintenance_monitors (
  window_id integer not null references maintenance_windows (id) on delete cascade,
  monitor_id integer not null references monitors (id) on delete cascade,
  position integer not null,
  primary key (window_id, monitor_id)
);
create index maintenance_monitors_monitor on maintenance_monitors (monitor_id);

-- Occurrences that are not what the rule says: moved, cancelled, or begun under an earlier rule.
create table maintenance_occurrences (
  window_id integer not null references maintenance_windows (id) on delete cascade,
  original_starts_at timestamptz not null,
  original_ends_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (window_id, original_starts_at)
);

-- When a window of the workspace begins or ends next, or earlier when there are monitors left to bring
-- in or out; null: never. Whoever changes anything of it holds the workspace's row.
alter table workspaces add column maintenance_look_at timestamptz;
create index workspaces_maintenance_look on workspaces (maintenance_look_at)
  where maintenance_look_at is not null;

create index monitor_states_in_maintenance on monitor_states (monitor_id) where in_maintenance;
