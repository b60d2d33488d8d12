-- Request limits: burst windows and the daily quota, in the database so that they hold across
-- controllers, decided by one function so that a request costs one round trip.

-- The instants (ms) of the latest admitted requests of a bucket: at most as many as its limit, so a
-- limit of n in t is exact in every window of t, not only in aligned ones. Unlogged: after a crash
-- everyone starts with an empty window, which harms nobody. No index on last_hit: it changes with
-- every request, and without the index the update stays on its page (HOT); pruning may scan.
create unlogged table request_bursts (
  bucket text primary key,
  hits bigint[] not null,
  last_hit bigint not null
) with (fillfactor = 50);

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
-- that a client that hammers gets in again as soon as its window allows. A hit further ahead than the
-- window comes from a clock that was wrong and is forgotten.
create function admit_burst(p_bucket text, p_limit integer, p_window_ms bigint, p_now_ms bigint)
returns boolean language plpgsql as $$
declare
  recent bigint[];
begin
  insert into request_bursts as b (bucket, hits, last_hit) values (p_bucket, '{}', p_now_ms)
  on conflict (bucket) do update set last_hit = b.last_hit
  returning (
    select coalesce(array_agg(h order by h), '{}') from unnest(b.hits) h
    where h > p_now_ms - p_window_ms and h < p_now_ms + p_window_ms
  ) into recent;
  if cardinality(recent) >= p_limit then
    return false;
  end if;
  update request_bursts set hits = recent || p_now_ms, last_hit = p_now_ms where bucket = p_bucket;
  return true;
end
$$;

-- Steps 1 to 6 of the order of checks (decisions, section 2) for one request. Every request takes its
-- row locks in the same order (address, key, the key's writes, the subject's day), so no two of them
-- can deadlock, and gives them back when the statement ends, before the request's work begins.
-- p_key_hash is null when no key was sent. The plans come as parallel arrays, free first; a tier that
-- is not among them counts as free. used is the count of today, this call included once admitted.
create function admit_request(
  p_ip text,
  p_key_hash bytea,
  p_needs_workspace boolean,
  p_is_write boolean,
  p_endpoint text,
  p_now timestamptz,
  p_ip_limit integer,
  p_key_limit integer,
  p_burst_window_ms bigint,
  p_write_limit integer,
  p_write_window_ms bigint,
  p_tiers text[],
  p_daily_limits integer[],
  out outcome text,
  out key_id bigint,
  out workspace_id bigint,
  out person_id bigint,
  out person_public_id text,
  out role text,
  out tier text,
  out daily_limit integer,
  out used integer
) language plpgsql as $$
declare
  now_ms bigint := (extract(epoch from p_now) * 1000)::bigint;
  today date := (p_now at time zone 'UTC')::date;
  last_used timestamptz;
  subject_ text;
begin
  if not admit_burst('ip:' || p_ip, p_ip_limit, p_burst_window_ms, now_ms) then
    outcome := 'ipBurst';
    return;
  end if;

  select k.id, k.workspace_id, k.person_id, p.public_id, m.role, w.plan, k.last_used_at
  into key_id, workspace_id, person_id, person_public_id, role, tier, last_used
  from api_keys k
  left join workspaces w on w.id = k.workspace_id
  left join people p on p.id = k.person_id
  left join memberships m on m.workspace_id = k.workspace_id and m.person_id = k.person_id
  where k.key_hash = p_key_hash;
  if key_id is null then
    outcome := 'unauthorized';
    return;
  end if;
  if workspace_id is null and p_needs_workspace then
    outcome := 'unlinked';
    return;
  end if;

  tier := case when tier = any(p_tiers) then tier else p_tiers[1] end;
  daily_limit := p_daily_limits[array_position(p_tiers, tier)];
  subject_ := coalesce('workspace:' || workspace_id, 'key:' || key_id);

  if not admit_burst('key:' || key_id, p_key_limit, p_burst_window_ms, now_ms) then
    outcome := 'keyBurst';
  elsif p_is_write and not admit_burst('writes:' || key_id, p_write_limit, p_write_window_ms, now_ms) then
    outcome := 'writes';
  else
    insert into daily_usage as d (subject, day, used) values (subject_, today, 1)
    on conflict (subject, day) do update set used = d.used + 1
    where daily_limit is null or d.used < daily_limit
    returning d.used into used;
    outcome := case when used is null then 'quota' else 'admitted' end;
  end if;

  if outcome = 'admitted' then
    insert into daily_endpoint_usage as e (subject, day, endpoint, used)
    values (subject_, today, p_endpoint, 1)
    on conflict (subject, day, endpoint) do update set used = e.used + 1;
    -- Once a minute is fine enough for people, and keeps the row from being written by every request.
    if last_used is null or last_used < p_now - interval '1 minute' then
      update api_keys k set last_used_at = p_now where k.id = key_id;
    end if;
  else
    select d.used into used from daily_usage d where d.subject = subject_ and d.day = today;
    used := coalesce(used, 0);
  end if;
end
$$;
