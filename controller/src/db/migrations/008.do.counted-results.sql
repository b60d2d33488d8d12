-- When each region last found something out about the target: a monitor of which nothing is known any
-- more has the status unknown. Written with the latest result, so it costs nothing of its own.
alter table region_states add column counted_at timestamptz;
update region_states set counted_at = checked_at where status <> 'unknown';
