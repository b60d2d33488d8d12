-- The rechecks that wait longest, along the index of when they are due, whatever is known of how many there are. Planned as
-- it likes all that are due were read and sorted for each few that are taken: 40 ms of 40,000, twice a second and more.
create or replace function due_rechecks(at_now timestamptz, places text[], most integer)
  returns table (id bigint, due_at timestamptz, monitor_id integer)
  language sql stable rows 1000
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
  select w.id, w.due_at, (w.payload ->> 'monitorId')::integer
  from work_items w
  where w.kind = 'recheck' and w.due_at <= at_now and w.expires_at > at_now
    and w.region || ' ' || w.capability = any(places)
  order by w.due_at limit most
$$;
