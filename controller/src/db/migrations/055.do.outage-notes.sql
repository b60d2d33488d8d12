-- What people write on an outage; those that are public are shown on status pages.
create table outage_notes (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  outage_id bigint not null references outages (id) on delete cascade,
  -- The person, and their name at the time.
  author_id text not null,
  author_name text not null,
  text text not null,
  is_public boolean not null,
  created_at timestamptz not null
);
create index outage_notes_outage on outage_notes (outage_id, created_at, id);

create function tell_live_note() returns trigger language plpgsql as $$
begin
  perform tell_live('outage', 'changed ' || coalesce(new.outage_id, old.outage_id));
  return null;
end
$$;
create trigger outage_notes_live after insert or delete on outage_notes
  for each row execute function tell_live_note();
