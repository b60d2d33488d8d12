-- Outages that begin, end, or of which more is known, as in 049.
create function tell_live_outage() returns trigger language plpgsql as $$
begin
  perform tell_live('outage', case
    when tg_op = 'INSERT' then 'opened'
    when old.ended_at is null and new.ended_at is not null then 'closed'
    else 'changed' end || ' ' || new.id);
  return null;
end
$$;
create trigger outages_live after insert or update on outages for each row execute function tell_live_outage();
