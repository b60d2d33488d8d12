-- Crawls that repeat, and whom to tell when the site got worse since the one before.
create table crawl_schedules (
  id integer generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  asked_url text not null,
  is_bare boolean not null,
  host text not null,
  settings jsonb not null,
  -- The location that was asked for; null: the nearest when its time comes.
  region text,
  -- The first run, and how it repeats; as maintenance_windows.
  starts_at timestamptz not null,
  recurrence text not null check (recurrence in ('day', 'week', 'month')),
  repeat_every integer not null,
  timezone text not null,
  -- { memberIds, contactIds, teamIds, scoreDrop, newErrors, indexability }
  alerts jsonb not null,
  active boolean not null default true,
  next_at timestamptz not null,
  -- Why the last run could not begin; null when it did.
  last_error text,
  created_at timestamptz not null
);
create index crawl_schedules_workspace on crawl_schedules (workspace_id, id);
create index crawl_schedules_due on crawl_schedules (next_at) where active;

alter table crawl_jobs
  add column schedule_id integer references crawl_schedules (id) on delete set null;
create index crawl_jobs_schedule on crawl_jobs (schedule_id, id) where schedule_id is not null;
