import type { Database } from '../../db/pool.ts'
import type { ShownComponentRow, ShownPageRow } from '../../db/status-page-reads.ts'
import { findShownPage, readDayTimes, readResponseMeans } from '../../db/status-page-reads.ts'
import { componentState, overallState } from './component-state.ts'
import type { ShownDay } from './days.ts'
import { lastDays, SHOWN_DAYS, shownDays, uptimeOfDays } from './days.ts'
import type { PublicStatus, ShownComponent } from './public-status.ts'
import { readComponents, readMaintenance, readOutages } from './read-happenings.ts'

const DAY_MS = 86_400_000
/** Days change little within a minute, and those of 200 monitors take a hundred times as long to read as all else. */
const DAYS_KEPT_MS = 60_000
/** Monitors whose days are kept, on all pages together: each takes some 10 kB. */
const MAX_KEPT = 5_000

/** What is slow to read, and slow to change. */
interface History {
  /** Of a clock that never goes back. */
  readonly madeAtMs: number
  readonly componentKey: string
  readonly days: ReadonlyMap<number, readonly ShownDay[]>
  readonly means: ReadonlyMap<number, number>
}

/** @returns null when there is no such page for the public */
export type ReadStatus = (pageId: number) => Promise<PublicStatus | null>

/** Reads what status pages tell. */
export function createReadStatus(db: Database, now: () => Date): ReadStatus {
  const histories = new Map<number, History>()

  async function historyOf(page: ShownPageRow, monitorIds: readonly number[], at: Date) {
    const componentKey = `${page.timezone} ${page.showsResponseTimes} ${monitorIds.join()}`
    const known = histories.get(page.id)
    const nowMs = performance.now()
    const isFresh = known?.componentKey === componentKey && nowMs - known.madeAtMs < DAYS_KEPT_MS
    if (known !== undefined && isFresh) return known
    const made = await readHistory(db, page, monitorIds, at)
    histories.delete(page.id)
    const history = { ...made, madeAtMs: nowMs, componentKey }
    histories.set(page.id, history)
    forgetOldest()
    return history
  }

  function forgetOldest(): void {
    let monitors = 0
    for (const { days } of histories.values()) monitors += days.size
    for (const [pageId, { days }] of histories) {
      if (monitors <= MAX_KEPT || histories.size === 1) return
      histories.delete(pageId)
      monitors -= days.size
    }
  }

  return async (pageId) => {
    const at = now()
    const page = await findShownPage(db, pageId)
    if (page === null) return null
    const rows = await readComponents(db, pageId)
    const monitorIds = rows.map(({ monitorId }) => monitorId)
    const [history, outages, maintenance] = await Promise.all([
      historyOf(page, monitorIds, at),
      readOutages(db, rows, at),
      readMaintenance(db, page.workspaceId, rows, at),
    ])
    const components = rows.map((row) => shownComponent(row, history))
    const { slug, title, description, homeUrl, timezone, color, logo } = page
    return {
      slug,
      title,
      description,
      homeUrl,
      timezone,
      color,
      logo,
      at,
      state: overallState(components.map(({ state }) => state)),
      components,
      outages,
      maintenance,
    }
  }
}

async function readHistory(
  db: Database,
  { timezone, showsResponseTimes }: ShownPageRow,
  monitorIds: readonly number[],
  at: Date,
): Promise<Pick<History, 'days' | 'means'>> {
  const days = lastDays(at.getTime(), timezone, SHOWN_DAYS)
  const starts = days.map(({ start }) => start)
  const times = Map.groupBy(
    await readDayTimes(db, monitorIds, starts, at),
    ({ monitorId }) => monitorId,
  )
  const since = new Date(at.getTime() - DAY_MS)
  const means = showsResponseTimes ? await readResponseMeans(db, monitorIds, since) : []
  const dates = days.map(({ date }) => date)
  return {
    days: new Map(monitorIds.map((id) => [id, shownDays(dates, times.get(id) ?? [])])),
    means: new Map(means.map(({ monitorId, meanMs }) => [monitorId, meanMs])),
  }
}

function shownComponent(
  row: ShownComponentRow,
  { days, means }: Pick<History, 'days' | 'means'>,
): ShownComponent {
  const { id, monitorId, name, description, group, status, since, inMaintenance } = row
  const own = days.get(monitorId) ?? []
  return {
    id,
    name,
    description,
    group,
    state: componentState(status, inMaintenance),
    since,
    uptime30d: uptimeOfDays(own, 30),
    uptime90d: uptimeOfDays(own, SHOWN_DAYS),
    days: own,
    responseMs: means.get(monitorId) ?? null,
  }
}
