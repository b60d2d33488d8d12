import { setTimeout as delay } from 'node:timers/promises'
import { insertOutageNote } from '../../../controller/src/db/outage-notes.ts'
import type { Database } from '../../../controller/src/db/pool.ts'

/** Of the page: as many as large companies show. */
export const COMPONENTS = 40
/** Of them, those that are down while it is read. */
const DOWN = 5
const DAYS = 90
const SLUG = 'bench'

/** Makes a published page of monitors with 90 days behind them, some of them down now.
 *  @returns its path */
export async function makePage(
  db: Database,
  create: (body: object) => Promise<unknown>,
): Promise<string> {
  const { rows } = await db.query<{ id: number; publicId: string }>({
    text: 'select id, public_id as "publicId" from monitors order by id',
  })
  const ids = rows.map(({ id }) => id)
  // Up for 90 days but for an hour every ninth.
  await db.query(
    {
      text: `insert into state_changes (monitor_id, at, status)
        select id, now() - make_interval(days => $2 - day, hours => hour),
          case hour when 1 then 'down' else 'up' end
        from unnest($1::integer[]) as id, generate_series(0, $2, 9) as day, generate_series(0, 1) as hour
        on conflict do nothing`,
    },
    [ids, DAYS],
  )
  await db.query(
    {
      text: `update monitor_states set status = 'up', status_since = now() where monitor_id = any($1)`,
    },
    [ids],
  )
  await db.query(
    {
      text: `insert into outages (public_id, monitor_id, started_at, ended_at, confirmed_at, scope, regions, cause,
          summary)
        select 'out_' || id || '_' || day, id, now() - make_interval(days => day),
          now() - make_interval(days => day) + interval '1 hour', now(), 'global', '{}', 'timeout', 'It timed out.'
        from unnest($1::integer[]) as id, generate_series(9, 27, 9) as day`,
    },
    [ids],
  )
  const down = ids.slice(0, DOWN)
  await db.query(
    {
      text: `with opened as (
          insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
          select 'out_' || id, id, now(), now(), 'global', '{}', 'timeout', 'It timed out.'
          from unnest($1::integer[]) as id
        ), changed as (
          insert into state_changes (monitor_id, at, status) select id, now(), 'down' from unnest($1::integer[]) as id
        )
        update monitor_states set status = 'down', status_since = now() where monitor_id = any($1)`,
    },
    [down],
  )
  await create({
    slug: SLUG,
    title: 'Example Ltd',
    published: true,
    showResponseTimes: true,
    components: rows.map(({ publicId }, index) => ({
      monitorId: publicId,
      name: `Service ${index}`,
      group: `Group ${index % 5}`,
    })),
  })
  return `/status/${SLUG}`
}

/** Writes a public note on an outage every so often, as people do while it lasts, until it is told to stop. */
export async function keepWriting(
  db: Database,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await db.query<{ id: number }>({
    text: `select id::float8 as id from outages where ended_at is null order by id`,
  })
  for (let count = 0; !signal.aborted; count += 1) {
    const note = {
      id: `nte_${count}`,
      authorId: 'psn_bench',
      authorName: 'Bench',
      text: `We are looking into it, update ${count}.`,
      public: true,
      createdAt: new Date(),
    }
    await insertOutageNote(db, rows[count % rows.length]?.id ?? 0, note, 1_000)
    await delay(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
