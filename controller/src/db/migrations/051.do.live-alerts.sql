-- Alerts that were sent, or given up, as in 049.
create function tell_live_alert() returns trigger language plpgsql as $$
begin
  perform tell_live('alert', new.id::text);
  return null;
end
$$;
create trigger alerts_live after update of state on alerts for each row
  when (old.state is distinct from new.state and new.state in ('sent', 'failed'))
  execute function tell_live_alert();
