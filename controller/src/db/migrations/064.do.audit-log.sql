-- Who changed what in a workspace. Names are as they were then: people, keys and what they changed may be gone.
create table audit_log (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces (id) on delete cascade,
  at timestamptz not null,
  person_id bigint references people (id) on delete set null,
  person_name text not null,
  -- null: somebody who was signed in to the app.
  key_name text,
  address text not null,
  -- Such as 'monitor.changed'.
  action text not null,
  subject_id text,
  subject_name text,
  -- [{field, to}], without "to" where the value is nobody else's business.
  changes jsonb not null
);
create index audit_log_workspace on audit_log (workspace_id, id desc);
create index audit_log_subject on audit_log (workspace_id, subject_id, id desc);
create index audit_log_at on audit_log (at);
