-- Rechecks that were handed to a region's agents and not answered yet: only what was asked for is taken as
-- a confirmation, also by another controller, to which the agent came back. Answered ones are deleted.
create unlogged table handed_rechecks (
  region text not null,
  monitor_id integer not null,
  -- As the agent tells it: the slot of its result, UNIX ms.
  scheduled_at_ms bigint not null,
  attempt smallint not null,
  primary key (region, monitor_id, scheduled_at_ms, attempt)
);
