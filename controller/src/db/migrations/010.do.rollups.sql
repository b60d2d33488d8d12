-- What the checks of a monitor came to in each quarter of an hour, hour and UTC day, by region: reports
-- read these instead of raw results. Plain tables on TimescaleDB too: results that come late must change
-- them at once and nothing else, and a continuous aggregate cannot merge the histograms of another.
-- Kept by a job (monitoring/reports/roll-up.ts), not by the ingest, which has no time for it.
create table check_rollups (
  span_minutes smallint not null,
  monitor_id integer not null,
  start_at timestamptz not null,
  region text collate "C" not null,
  -- Every check that began in the span.
  checks integer not null,
  up integer not null,
  degraded integer not null,
  down integer not null,
  unknown integer not null,
  -- Scheduled checks that were down.
  failures integer not null,
  -- Checks that were up or degraded and have a response time; all that follows is about these.
  response_count integer not null,
  response_min_ms real,
  response_max_ms real,
  response_sum_ms float8 not null,
  dns_sum_ms float8 not null,
  connect_sum_ms float8 not null,
  tls_sum_ms float8 not null,
  first_byte_sum_ms float8 not null,
  download_sum_ms float8 not null,
  -- In how many of them each phase took place.
  dns_count integer not null,
  connect_count integer not null,
  tls_count integer not null,
  first_byte_count integer not null,
  download_count integer not null,
  -- Entries of six bytes: a bucket (response_bucket) and how many response times are in it. Entries of
  -- the same bucket add up, so histograms are merged by concatenating them.
  response_histogram bytea not null,
  primary key (span_minutes, monitor_id, start_at, region)
) partition by list (span_minutes);
create table check_rollups_quarters partition of check_rollups for values in (15);
create table check_rollups_hours partition of check_rollups for values in (60);
create table check_rollups_days partition of check_rollups for values in (1440);

-- The buckets are log-linear over tenths of a millisecond: 64 between a power of two and the next, so
-- the middle of a bucket is less than 0.8 % from all that is in it. Mirrored in
-- monitoring/reports/histogram.ts. The small number makes up for ln(2^n) / ln(2) falling short of n.
create function response_bucket_exponent(p_tenths float8) returns integer
language sql immutable parallel safe
return greatest(0, floor(ln(greatest(p_tenths, 1)) / ln(2::float8) + 1e-12)::integer - 6);

create function response_bucket(p_ms real) returns smallint
language sql immutable parallel safe
return (64 * response_bucket_exponent(round(p_ms::float8 * 10))
  + floor(round(p_ms::float8 * 10) / 2 ^ response_bucket_exponent(round(p_ms::float8 * 10))))::smallint;

create function histogram_entries(p_histogram bytea) returns table (bucket integer, amount bigint)
language sql immutable parallel safe
begin atomic
  select get_byte(p_histogram, at) * 256 + get_byte(p_histogram, at + 1),
    get_byte(p_histogram, at + 2)::bigint * 16777216 + get_byte(p_histogram, at + 3) * 65536
      + get_byte(p_histogram, at + 4) * 256 + get_byte(p_histogram, at + 5)
  from generate_series(0, length(p_histogram) - 6, 6) at;
end;

-- How far the job is. A step takes all monitors from rolled_to to step_to, some at a time.
create table rollup_progress (
  is_only boolean primary key default true check (is_only),
  -- Whatever began before is in the rollups, but for what stale_rollups names; null before the first run.
  rolled_to timestamptz,
  step_to timestamptz,
  -- Monitors up to this one are done with the step.
  step_monitor_id integer not null default 0
);
insert into rollup_progress default values;

-- Results of checks that began before closed_to are late: the ingest marks their quarters as stale.
create table rollup_fence (
  is_only boolean primary key default true check (is_only),
  closed_to timestamptz
);
insert into rollup_fence default values;

-- Quarters that a late result went to. Only ever added to and taken away from; a quarter may be here
-- several times.
create table stale_rollups (
  monitor_id integer not null,
  start_at timestamptz not null
);
create index stale_rollups_monitor on stale_rollups (monitor_id, start_at);

-- The two functions keep a result from falling between: either it is there before its quarter is
-- closed, or whoever stores it learns that the quarter is closed and marks it. Both are volatile, so
-- each looks at the fence after it has the lock. An advisory lock and not one of the row: it is fair,
-- and results that never cease cannot keep a quarter open.
create function closed_to() returns timestamptz language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(7446003);
  return (select f.closed_to from rollup_fence f);
end
$$;

create function close_quarters(p_to timestamptz) returns boolean language plpgsql volatile as $$
begin
  if exists (select from rollup_fence f where f.closed_to >= p_to) then
    return true;
  end if;
  -- Results wait meanwhile for the ones being stored: rather in the next minute than long.
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock(7446003);
  update rollup_fence f set closed_to = greatest(f.closed_to, p_to);
  return true;
exception when lock_not_available then
  return false;
end
$$;
