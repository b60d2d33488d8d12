-- How a person looks at the monitors of a workspace, under names; gone when they leave it.
create table saved_views (
  workspace_id bigint not null,
  person_id bigint not null,
  name text not null,
  -- What stands in the address of the page, as texts by name.
  search jsonb not null,
  saved_at timestamptz not null,
  primary key (workspace_id, person_id, name),
  foreign key (workspace_id, person_id) references memberships (workspace_id, person_id) on delete cascade
);
