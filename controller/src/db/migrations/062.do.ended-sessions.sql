-- Who follows a workspace in the app is let go at once, whichever controller it follows at, when the session ends, or
-- when what its person may see there changes: by the numbers of the sessions, in messages of the channel "live".
create function tell_ended_sessions() returns trigger language plpgsql as $$
begin
  perform tell_live('sessions', string_agg(id::text, ','))
  from (select id, (row_number() over () - 1) / 500 as part from changed_rows) numbered
  group by part;
  return null;
end
$$;
create trigger person_sessions_ended after delete on person_sessions
  referencing old table as changed_rows
  for each statement execute function tell_ended_sessions();

create function tell_sessions_of_members() returns trigger language plpgsql as $$
begin
  perform tell_live('sessions', string_agg(id::text, ','))
  from (
    select s.id, (row_number() over () - 1) / 500 as part
    from person_sessions s join changed_rows c on c.person_id = s.person_id
  ) numbered
  group by part;
  return null;
end
$$;
create trigger memberships_left after delete on memberships
  referencing old table as changed_rows
  for each statement execute function tell_sessions_of_members();
create trigger memberships_changed after update on memberships
  referencing old table as changed_rows
  for each statement execute function tell_sessions_of_members();
