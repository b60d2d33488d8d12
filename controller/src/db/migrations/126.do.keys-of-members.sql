-- Who follows a workspace by a key is let go, too, when whom the key acts for leaves the workspace or gets another role
-- there (migration 062 has it for sessions): as when the key itself is revoked, by the channel "key_changes". Nobody is
-- told where they have no key.
create or replace function tell_sessions_of_members() returns trigger language plpgsql as $$
begin
  perform tell_live('sessions', string_agg(id::text, ','))
  from (
    select s.id, (row_number() over () - 1) / 500 as part
    from person_sessions s join changed_rows c on c.person_id = s.person_id
  ) numbered
  group by part;
  perform pg_notify('key_changes', '')
  where exists (
    select from api_keys k
    join changed_rows c on c.person_id = k.person_id and c.workspace_id = k.workspace_id
    where k.revoked_at is null
  );
  return null;
end
$$;
