-- Agents: where checks run. A region exists once somebody made a token for it.

create table regions (
  code text primary key,
  created_at timestamptz not null default now()
);

create table agent_tokens (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  name text not null,
  region text not null references regions (code),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table agents (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  token_id bigint not null references agent_tokens (id),
  region text not null references regions (code),
  hostname text not null,
  software_version text not null,
  capabilities text[] not null,
  -- The controller whose stream it is or was on.
  controller_id text not null,
  connected_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When it said goodbye in good order; null while it is connected or merely silent.
  left_at timestamptz,
  -- Every slot before this instant has its result committed: what a successor must cover begins here.
  covered_through timestamptz not null,
  clock_offset_ms integer not null default 0,
  self_test_passed boolean not null default true,
  self_test_error text,
  counters jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index agents_region on agents (region, last_seen_at);

create table controllers (
  id text primary key,
  hostname text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);
