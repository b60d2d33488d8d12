-- Raw results, one narrow row each: a hypertable where TimescaleDB is, else partitioned by day
-- (db/partitions.ts keeps the days). Same name and columns either way, so every query is the same.
-- The key begins with (monitor_id, scheduled_at): the one index serves both the harmless re-send and
-- every read, which asks for one monitor and a span of time.
-- Words (status, cause) are text: up to seven bytes shorter than an aligned enum, and readable.

do $$
declare
  has_timescale boolean := exists (select from pg_extension where extname = 'timescaledb');
begin
  execute format(
    $table$
    create table check_results (
      monitor_id integer not null,
      scheduled_at timestamptz not null,
      region text collate "C" not null,
      attempt smallint not null,
      confirmation boolean not null,
      late boolean not null,
      checked_at timestamptz not null,
      duration_ms integer not null,
      status_code smallint,
      response_ms real,
      dns_ms real,
      connect_ms real,
      tls_ms real,
      first_byte_ms real,
      download_ms real,
      status text collate "C" not null,
      failure_source text collate "C",
      phase text collate "C",
      cause text collate "C",
      error text,
      ip text collate "C",
      details jsonb,
      primary key (monitor_id, scheduled_at, region, attempt)
    ) %s
    $table$,
    case when has_timescale then '' else 'partition by range (scheduled_at)' end
  );
  if has_timescale then
    perform create_hypertable('check_results', by_range('scheduled_at', interval '1 day'), create_default_indexes => false);
    alter table check_results set (
      timescaledb.compress,
      timescaledb.compress_segmentby = 'monitor_id',
      timescaledb.compress_orderby = 'scheduled_at desc, region, attempt'
    );
    perform add_compression_policy('check_results', interval '7 days');
    perform add_retention_policy('check_results', interval '400 days');
  end if;
end
$$;
