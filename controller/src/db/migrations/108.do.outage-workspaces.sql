-- Whose an outage is: those of a workspace of 10,000 monitors were looked for at each monitor (290 ms where all are old).
-- What there is gets it by a job in pages (outages/fill-workspaces.ts), what comes by a trigger, as controllers of the
-- version before do not know it.
alter table outages add column workspace_id bigint;

create function know_outage_workspace() returns trigger language plpgsql as $$
begin
  select workspace_id into new.workspace_id from monitors where id = new.monitor_id;
  return new;
end
$$;
create trigger outages_workspace before insert on outages
  for each row execute function know_outage_workspace();

-- As in 050, but for what the job does: nothing of an outage changes by it.
create or replace function tell_live_outages() returns trigger language plpgsql set enable_nestloop = off as $$
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
      where o.workspace_id is not distinct from n.workspace_id
    ) numbered
    group by change, part
  loop
    perform tell_live('outage', told.change || ' ' || told.chunk);
  end loop;
  return null;
end
$$;
