-- While all that waits is of one region, a place looks like all of it to the planner, and each place is looked for along all
-- that is due (20,000 for another region, looked for in 300 places: 2.6 s). So places are told to be many.
alter table work_items alter column region set (n_distinct = 50), alter column capability set (n_distinct = 10);

-- Work on demand of these places that waits longest, and whom each is for. Places in `newcomers` take only what is of nobody
-- whose "place sharer" is in `inside`. As a rule all that is due anywhere is looked at; where there is more of it the first
-- of it, when most of that is for these places, and else the first of each place. Of 20,000 for other regions all were
-- passed over at each look, 17 ms; so it takes one.
create function due_on_demand(at_now timestamptz, places text[], newcomers text[], inside text[], most integer)
  returns table (id bigint, due_at timestamptz, sharer text)
  language plpgsql stable rows 1000
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  near integer;
  ours integer;
begin
  if cardinality(places) + cardinality(newcomers) = 0 then
    return;
  end if;
  select count(*), count(*) filter (where first.place in (select unnest(places))
      or (first.place in (select unnest(newcomers)) and first.place || ' ' || first.sharer not in (select unnest(inside))))
    into near, ours
  from (
    select w.region || ' ' || w.capability as place, w.payload ->> 'sharer' as sharer from work_items w
    where w.kind <> 'recheck' and w.due_at <= at_now
    order by w.due_at limit 200
  ) first;
  if near < 200 and ours = 0 then
    return;
  elsif near < 200 or ours >= 100 then
    return query
    select first.id, first.due_at, first.sharer
    from (
      select w.id, w.due_at, w.expires_at, w.region || ' ' || w.capability as place, w.payload ->> 'sharer' as sharer
      from work_items w
      where w.kind <> 'recheck' and w.due_at <= at_now
      order by w.due_at limit most
    ) first
    where first.expires_at > at_now and (first.place in (select unnest(places))
      or (first.place in (select unnest(newcomers))
        and first.place || ' ' || first.sharer not in (select unnest(inside))));
  else
    return query
    select its.id, its.due_at, its.sharer
    from (
      select place, false as is_full from unnest(places) as o (place)
      union all
      select place, true from unnest(newcomers) as n (place)
    ) own
    cross join lateral (
      select w.id, w.due_at, w.payload ->> 'sharer' as sharer
      from work_items w
      where w.region = split_part(own.place, ' ', 1) and w.capability = split_part(own.place, ' ', 2)
        and w.kind = 'onDemand' and w.due_at <= at_now and w.expires_at > at_now
        and (not own.is_full or own.place || ' ' || (w.payload ->> 'sharer') not in (select unnest(inside)))
      order by w.due_at limit greatest(200, most / (cardinality(places) + cardinality(newcomers)))
    ) its;
  end if;
end
$$;

-- As before, but that the first due of either kind are looked at: of 20,000 that wait on demand all were passed over at each
-- look for rechecks, 13 ms.
create or replace function due_rechecks(at_now timestamptz, places text[], most integer)
  returns table (id bigint, due_at timestamptz, monitor_id integer)
  language sql stable rows 1000
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
  with ours as materialized (
    select near.id, near.due_at, near.monitor_id
    from (
      select w.id, w.due_at, w.expires_at, w.kind, w.region || ' ' || w.capability as place,
        (w.payload ->> 'monitorId')::integer as monitor_id
      from work_items w
      where w.due_at <= at_now and cardinality(places) > 0
      order by w.due_at limit most
    ) near
    where near.kind = 'recheck' and near.expires_at > at_now and near.place = any(places)
  ), looked as materialized (
    select case when cardinality(places) = 0 or (select count(*) from ours) >= least(most, 200) then false
      else (select count(*) from (
        select from work_items w where w.due_at <= at_now order by w.due_at limit most
      ) near) = most end as is_in_vain
  )
  (select ours.id, ours.due_at, ours.monitor_id from ours where not (select is_in_vain from looked))
  union all
  (select its.id, its.due_at, its.monitor_id
    from unnest(places) as own (place)
    cross join lateral (
      select w.id, w.due_at, (w.payload ->> 'monitorId')::integer as monitor_id
      from work_items w
      where w.region = split_part(own.place, ' ', 1) and w.capability = split_part(own.place, ' ', 2)
        and w.kind = 'recheck' and w.due_at <= at_now and w.expires_at > at_now
      order by w.due_at limit 200
    ) its
    where (select is_in_vain from looked)
    order by its.due_at limit most)
$$;
