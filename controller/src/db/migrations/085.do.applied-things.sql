-- What `apply` made or took over from files, by the name of the set: so that a thing that is called otherwise in the
-- file is changed and not made anew, and only what a set brought is removed with it.
create table applied_things (
  workspace_id bigint not null references workspaces (id) on delete cascade,
  set_name text not null,
  -- Such as 'monitor'.
  kind text not null,
  -- What the files call it.
  key text not null,
  -- Public id; the thing may be gone meanwhile.
  thing_id text not null,
  applied_at timestamptz not null,
  primary key (workspace_id, set_name, kind, key),
  -- A thing belongs to one set.
  unique (workspace_id, thing_id)
);
