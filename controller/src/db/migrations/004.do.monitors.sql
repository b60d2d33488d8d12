-- Monitors and what is known about them now.

create table monitors (
  id integer generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  type text not null,
  name text not null,
  url text not null,
  host text not null,
  port integer,
  -- What makes a target the same: one per workspace.
  target_key text not null,
  -- Complete settings of the type; secrets are sealed.
  settings jsonb not null,
  interval_minutes integer not null,
  timeout_ms integer not null,
  regions text[] not null,
  check_mode text not null,
  confirmation jsonb not null,
  recovery jsonb not null,
  alerts jsonb not null,
  depends_on text[] not null,
  tags text[] not null,
  active boolean not null default true,
  paused_at timestamptz,
  -- Since when the grid of this interval counts: slots before it never existed.
  grid_since timestamptz not null,
  -- The check beside the grid at creation and resume.
  run_at timestamptz not null,
  created_by bigint references people (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index monitors_target on monitors (workspace_id, target_key);
create index monitors_listing on monitors (workspace_id, created_at desc, id desc);
create index monitors_regions on monitors using gin (regions) where active;

-- One hot row per monitor: its status and the memory of the decision rule.
create table monitor_states (
  monitor_id integer primary key references monitors (id) on delete cascade,
  status text not null,
  status_since timestamptz not null,
  status_reason text,
  -- Memory of monitoring/decision.ts, empty when nothing is being confirmed.
  decision jsonb not null default '{}',
  -- A passing check changes nothing here: the ingest asks this before it locks the row.
  steady boolean not null generated always as (status = 'up' and decision = '{}'::jsonb) stored
) with (fillfactor = 70);
-- Few at any time, and every batch of results asks for them.
create index monitor_states_unsteady on monitor_states (monitor_id) where not steady;

-- Every change of status, for ever: uptime is computed from these intervals.
create table state_changes (
  monitor_id integer not null references monitors (id) on delete cascade,
  at timestamptz not null,
  status text not null,
  reason text,
  primary key (monitor_id, at)
);

create table outages (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  monitor_id integer not null references monitors (id) on delete cascade,
  started_at timestamptz not null,
  confirmed_at timestamptz not null,
  ended_at timestamptz,
  scope text not null,
  regions text[] not null,
  cause text not null,
  summary text not null
);
create unique index outages_one_open on outages (monitor_id, scope) where ended_at is null;
create index outages_monitor on outages (monitor_id, started_at desc);

-- The latest result of each (monitor, region). Updated with every result: room for HOT updates.
create table region_states (
  monitor_id integer not null references monitors (id) on delete cascade,
  region text not null,
  scheduled_at timestamptz not null,
  checked_at timestamptz not null,
  status text not null,
  status_code smallint,
  response_ms real,
  error text,
  cause text,
  tls_expires_at timestamptz,
  primary key (monitor_id, region)
) with (fillfactor = 50);

-- Work for agents that is due at an instant: whichever controller holds a stream to the region takes it.
create table work_items (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  region text not null,
  kind text not null,
  payload jsonb not null,
  timeout_ms integer not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index work_items_due on work_items (due_at);

-- Tells every controller which monitors changed: one message a statement, in chunks that fit one.
create function notify_monitor_changes() returns trigger language plpgsql as $$
declare
  chunk text;
begin
  for chunk in
    select string_agg(id::text, ',')
    from (select id, (row_number() over () - 1) / 500 as part from changed_rows) numbered
    group by part
  loop
    perform pg_notify('monitor_changes', chunk);
  end loop;
  return null;
end
$$;
create trigger monitors_inserted after insert on monitors
  referencing new table as changed_rows for each statement execute function notify_monitor_changes();
create trigger monitors_updated after update on monitors
  referencing new table as changed_rows for each statement execute function notify_monitor_changes();
create trigger monitors_deleted after delete on monitors
  referencing old table as changed_rows for each statement execute function notify_monitor_changes();
