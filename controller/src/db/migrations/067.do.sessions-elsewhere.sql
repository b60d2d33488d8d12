-- Who changes to another workspace is let go by what it follows of the one before, in every tab and at whichever
-- controller, as when the session ends (migration 062). The trigger is by row, with a condition: sessions are stored
-- whenever their person is seen, and that shall cost nothing.
create function tell_session_elsewhere() returns trigger language plpgsql as $$
begin
  perform tell_live('sessions', new.id::text);
  return null;
end
$$;
create trigger person_sessions_elsewhere after update of workspace_id on person_sessions
  for each row when (old.workspace_id is distinct from new.workspace_id)
  execute function tell_session_elsewhere();
