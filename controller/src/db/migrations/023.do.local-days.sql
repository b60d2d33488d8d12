-- Days of local time that reports ask for again and again: a day by the clock of +05:30 is made of 23 hours
-- and four quarters, and 400 of them took seven times as long as days of UTC. They are rollups of 1,440
-- minutes like any other, which begin at another time of the day; this says which are there.
create table local_days (
  monitor_id integer not null,
  -- How far the local time is ahead of UTC, 1 to 1,439, whole quarters: -05:00 is 1,140.
  offset_minutes smallint not null,
  -- Days that begin in [from_at, to_at) are rolled up; null before the first of them is.
  from_at timestamptz,
  to_at timestamptz,
  -- About when a report last asked for them.
  asked_at timestamptz not null,
  primary key (monitor_id, offset_minutes)
);
