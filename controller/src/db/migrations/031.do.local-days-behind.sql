-- Which local days need rolling up most is asked every minute: those without any first.
create index local_days_behind on local_days (coalesce(to_at, '-infinity'));
