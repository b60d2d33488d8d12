-- What was found of a page, kept for the workspace: so that a link to it shows the same to everybody, without asking
-- the site again, and a page can be compared with how it was.
create table audits (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  created_at timestamptz not null,
  -- As it was asked for, normalised, and its host.
  url text not null,
  host text not null,
  -- It came without a scheme: https is tried, then http.
  is_bare boolean not null,
  fetched_url text not null,
  status_code integer not null,
  region text not null,
  score integer not null,
  grade text not null,
  -- Numbers of all its parts, by name: lists and comparisons need no more of them.
  figures jsonb not null,
  -- Of all its parts, as they are stored.
  bytes integer not null
);
create index audits_latest on audits (workspace_id, id desc);
create index audits_host on audits (workspace_id, host, id desc);
create index audits_created on audits (created_at);

create table audit_parts (
  audit_id bigint not null references audits (id) on delete cascade,
  part text not null,
  created_at timestamptz not null,
  -- The answer to whoever asked, as JSON, compressed.
  result bytea not null,
  primary key (audit_id, part)
);
-- Nothing is gained by compressing it once more.
alter table audit_parts alter column result set storage external;
