-- Counts one try in each bucket, or in none where one of them is full, and answers the first that is, by name. Were it
-- counted in the others all the same, one client that goes on after it was refused for itself would fill what all others
-- share: an account's tries, or a page's mails. The rows are locked in the order of their names, as by every statement that
-- counts several.
create function admit_tries(p_buckets text[], p_limits integer[], p_windows_ms bigint[], p_now_ms bigint)
returns text language plpgsql as $$
declare
  refused text;
begin
  insert into request_bursts as b (bucket, hits, last_hit)
  select bucket, '{}', p_now_ms from unnest(p_buckets) as bucket order by bucket
  on conflict (bucket) do update set last_hit = b.last_hit;
  select min(b.bucket) into refused
  from unnest(p_buckets, p_limits, p_windows_ms) as t (bucket, most, window_ms)
  join request_bursts b using (bucket)
  where (
    select count(*) from unnest(b.hits) h where h > p_now_ms - t.window_ms and h < p_now_ms + t.window_ms
  ) >= t.most;
  if refused is null then
    update request_bursts b
    set last_hit = p_now_ms, hits = array(
      select h from unnest(b.hits) h where h > p_now_ms - t.window_ms and h < p_now_ms + t.window_ms order by h
    ) || p_now_ms
    from unnest(p_buckets, p_windows_ms) as t (bucket, window_ms)
    where b.bucket = t.bucket;
  end if;
  return refused;
end
$$;

-- Locks a workspace until the transaction ends, or gives up after a moment: whoever waits for a long change of it does that
-- without a connection, which others need meanwhile.
create function lock_workspace(p_id bigint) returns text language plpgsql set lock_timeout = '250ms' as $$
declare
  its_plan text;
begin
  select plan into its_plan from workspaces where id = p_id for no key update;
  return its_plan;
end
$$;
