-- Quarters that late results went to, each once. stale_rollups had one of them for every batch of results: 3.6
-- million for six hours of ten thousand monitors, whose quarters were then rolled up fifteen times over, and new ones
-- only when all that was done. It stays for controllers of the version before, which add to it; what they added is
-- moved here.
create table stale_quarters (
  -- Whoever rolls them up again takes them first, in a transaction of its own. Results that come from then on mark
  -- anew, and none of them waits for rollups.
  is_taken boolean not null default false,
  monitor_id integer not null,
  start_at timestamptz not null,
  -- When the first of the late results was stored that are not rolled up.
  marked_at timestamptz not null default clock_timestamp(),
  primary key (is_taken, monitor_id, start_at)
);
create index stale_quarters_waiting on stale_quarters (marked_at) where not is_taken;

-- A batch of results that finds its quarter marked adds nothing, and may be committed after the mark was taken:
-- what was taken is rolled up only when all that were being stored then are. Whoever stores results holds the lock of
-- closed_to() until its end. It is watched and not asked for: behind one who waits for it everybody would wait.
-- False: they take longer than that.
create function stored_results_are_there(p_patience interval) returns boolean language plpgsql volatile as $$
declare
  v_until constant timestamptz := clock_timestamp() + p_patience;
  v_storing text[];
begin
  loop
    -- The first look names them; each other looks which of those are left.
    v_storing := array(
      select l.virtualtransaction from pg_locks l
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = 7446003 and l.objsubid = 1 and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and (v_storing is null or l.virtualtransaction = any(v_storing)));
    exit when v_storing = '{}';
    if clock_timestamp() > v_until then
      return false;
    end if;
    perform pg_sleep(0.01);
  end loop;
  return true;
end
$$;
