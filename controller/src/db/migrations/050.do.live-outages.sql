-- Outages that begin, end, or of which more is known, as in 049.
create function tell_live_opened() returns trigger language plpgsql as $$
declare
  chunk text;
begin
  for chunk in
    select string_agg(id::text, ',')
    from (select id, (row_number() over () - 1) / 400 as part from rows_after) numbered
    group by part
  loop
    perform tell_live('outage', 'opened ' || chunk);
  end loop;
  return null;
end
$$;
create trigger outages_opened_live after insert on outages
  referencing new table as rows_after for each statement execute function tell_live_opened();

create function tell_live_outages() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  told record;
begin
  for told in
    select change, string_agg(id::text, ',') as chunk
    from (
      select n.id, case when o.ended_at is null and n.ended_at is not null then 'closed' else 'changed' end as change,
        (row_number() over () - 1) / 400 as part
      from rows_after n
      join rows_before o on o.id = n.id
    ) numbered
    group by change, part
  loop
    perform tell_live('outage', told.change || ' ' || told.chunk);
  end loop;
  return null;
end
$$;
create trigger outages_live after update on outages
  referencing old table as rows_before new table as rows_after
  for each statement execute function tell_live_outages();
