-- Accounts: workspaces hold everything; people belong to them with a role; keys act for people.

create table workspaces (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  name text not null,
  plan text not null default 'free',
  created_at timestamptz not null default now()
);

-- E-mail and password are null until the person has used a sign-up link.
create table people (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  email text,
  name text not null,
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index people_email on people (lower(email));

create table memberships (
  workspace_id bigint not null references workspaces (id) on delete cascade,
  person_id bigint not null references people (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer', 'analyst')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, person_id)
);
create index memberships_person on memberships (person_id);

create table sign_up_links (
  token_hash bytea primary key,
  person_id bigint not null references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

-- A key without a workspace is unlinked: made before accounts existed.
create table api_keys (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  name text not null,
  key_hash bytea not null unique,
  last_four text not null,
  workspace_id bigint references workspaces (id) on delete cascade,
  person_id bigint references people (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check ((workspace_id is null) = (person_id is null))
);

-- The one row of what this installation knows about itself.
create table installation (
  one boolean primary key default true check (one),
  owner_workspace_id bigint not null references workspaces (id),
  owner_person_id bigint not null references people (id),
  created_at timestamptz not null default now()
);
