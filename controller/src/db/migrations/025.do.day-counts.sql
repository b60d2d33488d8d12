-- What counting the results of 400 days reads (db/result-counts.ts): without the histograms, which make
-- its rows ten times as long, it reads a dozen pages and not hundreds. After a start of the database the
-- first page of results took 126 ms, more than half of it for these.
create index check_rollups_days_counts on check_rollups_days (span_minutes, monitor_id, start_at, region)
  include (checks, up, degraded, down, unknown);
