-- Request limits: burst windows and the daily quota, in the database so that they hold across
-- controllers, decided by one function so that a request costs one round trip.

-- The instants (ms) of the latest admitted requests of a bucket: at most as many as its limit, so a
-- limit of n in t is exact in every window of t, not only in aligned ones. Unlogged: after a crash
-- everyone starts with an empty window, which harms nobody.
create unlogged table request_bursts (
  bucket text primary key,
  hits bigint[] not null,
  last_hit bigint not null
) with (fillfactor = 50);
create index request_bursts_last_hit on request_bursts (last_hit);

-- Subject: 'workspace:<id>', or 'key:<id>' for an unlinked key.
create table daily_usage (
  subject text not null,
  day date not null,
  used integer not null,
  primary key (subject, day)
) with (fillfactor = 70);

create table daily_endpoint_usage (
  subject text not null,
  day date not null,
  endpoint text not null,
  used integer not null,
  primary key (subject, day, endpoint)
) with (fillfactor = 70);

-- Admits one more hit of a bucket unless its window is full. Refused hits are not remembered, so
-- that a client that hammers gets in again as soon as its window allows.
create function admit_burst(p_bucket text, p_limit integer, p_window_ms bigint, p_now_ms bigint)
returns boolean language plpgsql as $$
declare
  recent bigint[];
begin
  insert into request_bursts as b (bucket, hits, last_hit) values (p_bucket, '{}', p_now_ms)
  on conflict (bucket) do update set last_hit = b.last_hit
  returning (select coalesce(array_agg(h order by h), '{}') from unnest(b.hits) h where h > p_now_ms - p_window_ms)
  into recent;
  if cardinality(recent) >= p_limit then
    return false;
  end if;
  update request_bursts set hits = recent || p_now_ms, last_hit = p_now_ms where bucket = p_bucket;
  return true;
end
$$;
