-- outside a transaction
-- What a controller's own agents can do is found among the work of all others.
drop index concurrently if exists work_items_places;
create index concurrently if not exists work_items_places on work_items (region, capability, kind, due_at);

-- Rechecks of these places that wait longest, whatever is known of how many there are: those among the first that are due
-- anywhere, or where few of them are among those, as nearly all have their place with one controller, the first of each
-- place. Of 100,000 of other places all were passed over each time, 50 to 170 ms.
create or replace function due_rechecks(at_now timestamptz, places text[], most integer)
  returns table (id bigint, due_at timestamptz, monitor_id integer)
  language sql stable rows 1000
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
  with ours as materialized (
    select near.id, near.due_at, near.monitor_id
    from (
      select w.id, w.due_at, w.expires_at, w.region || ' ' || w.capability as place,
        (w.payload ->> 'monitorId')::integer as monitor_id
      from work_items w
      where w.kind = 'recheck' and w.due_at <= at_now and cardinality(places) > 0
      order by w.due_at limit most
    ) near
    where near.expires_at > at_now and near.place = any(places)
  ), looked as materialized (
    select case when cardinality(places) = 0 or (select count(*) from ours) >= least(most, 200) then false
      else (select count(*) from (
        select from work_items w where w.kind = 'recheck' and w.due_at <= at_now order by w.due_at limit most
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

-- When the next work of these places is due, each looked up; null: there is none. Places in `newcomers` take only what is
-- of nobody whose "place sharer" is in `inside`.
create or replace function next_due_in_places(at_now timestamptz, rechecks text[], on_demand text[], newcomers text[],
    inside text[])
  returns timestamptz language sql stable
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off as $$
  select min(its.due_at)
  from (
    select place, 'recheck' as kind, false as is_full from unnest(rechecks) as r (place)
    union all
    select place, 'onDemand', false from unnest(on_demand) as o (place)
    union all
    select place, 'onDemand', true from unnest(newcomers) as n (place)
  ) own
  cross join lateral (
    select w.due_at from work_items w
    where w.region = split_part(own.place, ' ', 1) and w.capability = split_part(own.place, ' ', 2)
      and w.kind = own.kind and w.expires_at > at_now
      and not (own.is_full and own.place || ' ' || (w.payload ->> 'sharer') = any(inside))
    order by w.due_at limit 1
  ) its
$$;
