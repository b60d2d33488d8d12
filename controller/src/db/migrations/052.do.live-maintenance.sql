-- Maintenance windows that are made, changed or removed, and that begin or end, as in 049.
create function tell_live_window() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform tell_live('maintenance', old.workspace_id || ' removed ' || old.public_id);
  else
    perform tell_live('maintenance', new.workspace_id || ' ' || case
      when tg_op = 'INSERT' or new.running = old.running then 'changed'
      when new.running then 'began'
      else 'ended' end || ' ' || new.public_id);
  end if;
  return null;
end
$$;
create trigger maintenance_windows_live after insert or update or delete on maintenance_windows for each row
  execute function tell_live_window();
