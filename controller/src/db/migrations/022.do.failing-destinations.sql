-- Where alerts do not arrive: one row for each recipient and channel that failed last time, gone with the
-- next message that is taken. The worse it is, the more rarely it is tried, whatever is to be sent there.
create table failing_destinations (
  workspace_id bigint not null references workspaces (id) on delete cascade,
  -- Public id of a contact or a person.
  recipient_id text not null,
  channel text not null,
  failing_since timestamptz not null,
  -- Attempts since then.
  attempts integer not null,
  last_error text not null,
  -- Not before this instant is anything sent there again.
  next_attempt_at timestamptz not null,
  primary key (recipient_id, channel)
);
create index failing_destinations_workspace on failing_destinations (workspace_id);

-- Another address is another destination.
create function forget_failing_destinations() returns trigger language plpgsql as $$
begin
  delete from failing_destinations where recipient_id = old.public_id;
  return null;
end
$$;
create trigger contacts_moved after delete or update of addresses on contacts
  for each row execute function forget_failing_destinations();
create trigger people_moved after delete or update of email on people
  for each row execute function forget_failing_destinations();
