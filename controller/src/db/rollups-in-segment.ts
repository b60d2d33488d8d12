import type { SqlPart } from './sql.ts'

// Days are asked for one by one, because those of other local times lie between them: where days of four times are kept, a
// range of 400 days read five times as many rows as are asked for, most of them from the table and not from the index
// (2,111 pages in place of 73). They have 24 hours, whatever the time zone of the session says. They are put together
// beside the read: an "array(select ...)" within it was made for the first segment only.
/** The rollups `r` of $1, a monitor, that begin in each `segment`, which has span_minutes, from_at and to_at; "offset 0"
 *  keeps the reads of segments apart. Of days those that begin when the segment does, or whole days after it.
 *  @param columns that are read
 *  @param condition that rows are to meet */
export const rollupsInSegment = (columns: string, condition: string): SqlPart => ({
  sqlPart: `
  cross join lateral (
    select array_agg(at) as starts from generate_series(
      segment.from_at, segment.to_at - interval '24 hours', interval '24 hours') as at
    where segment.span_minutes = 1440
  ) days
  cross join lateral (
    select ${columns} from check_rollups
    where span_minutes = segment.span_minutes and span_minutes < 1440 and monitor_id = $1
      and start_at >= segment.from_at and start_at < segment.to_at and ${condition}
    union all
    select ${columns} from check_rollups
    where span_minutes = 1440 and monitor_id = $1 and start_at = any(days.starts) and ${condition}
    offset 0
  ) r`,
})
