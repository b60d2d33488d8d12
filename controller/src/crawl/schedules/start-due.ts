import type { Logger } from '@sightline/shared/logger'
import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { planOf } from '../../accounts/plans.ts'
import { insertCrawl } from '../../db/crawl-jobs.ts'
import type { DueSchedule } from '../../db/crawl-schedules.ts'
import { hasOpenRun, lockDueSchedule, noteScheduleRun } from '../../db/crawl-schedules.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { readRegions } from '../../db/regions.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import { nextRunAfter } from './next-run.ts'

/** Where a run without a location of its own begins: any region that can; the keeper moves it where none is. */
async function regionFor(tx: Queryable, { region }: DueSchedule): Promise<string | null> {
  if (region !== null) return region
  const regions = await readRegions(tx, AGENT_LOST_AFTER_MS)
  const able = regions.find((each) => each.available && each.capabilities.includes('crawl'))
  return able?.code ?? null
}

/** @returns why it cannot begin; null when it does */
async function startRun(tx: Queryable, due: DueSchedule, now: Date): Promise<string | null> {
  // A site that takes longer than from one run to the next would be crawled by ever more of them at once.
  if (await hasOpenRun(tx, due.id)) return 'The run before had not ended when its time came.'
  const region = await regionFor(tx, due)
  if (region === null) return 'No connected agent could crawl sites when its time came.'
  const { settings, workspaceId, url, isBare, host, id } = due
  const maxPages = Math.min(settings.maxPages, planOf(due.plan).maxCrawlPages)
  await insertCrawl(tx, {
    publicId: newPublicId('crw'),
    workspaceId,
    keyId: 0,
    url,
    isBare,
    host,
    settings: { ...settings, maxPages },
    region,
    regionIsAsked: due.region !== null,
    checkIds: AUDIT_CHECK_IDS,
    createdAt: now,
    scheduleId: id,
  })
  return null
}

/** Starts the first that is due.
 *  @param except numbers of those that could not be started
 *  @param found told its number before anything is done for it
 *  @returns false where there is none */
async function startNext(
  tx: Queryable,
  now: Date,
  except: readonly number[],
  found: (id: number) => void,
): Promise<boolean> {
  const due = await lockDueSchedule(tx, now, except)
  if (due === null) return false
  found(due.id)
  await noteScheduleRun(tx, due.id, nextRunAfter(due, now.getTime()), await startRun(tx, due, now))
  return true
}

/** Starts every crawl whose time has come, each in a transaction of its own. One that cannot be started keeps none of
 *  the others from it.
 *  @throws at the end why the first that could not be could not */
export async function startDueCrawls(parts: {
  readonly db: Database
  readonly now: () => number
  readonly log: Logger
}): Promise<void> {
  const { db, now, log } = parts
  const failed: number[] = []
  const failures: unknown[] = []

  async function tryNext(): Promise<boolean> {
    const ids: number[] = []
    try {
      return await db.transaction((tx) =>
        startNext(tx, new Date(now()), failed, (id) => ids.push(id)),
      )
    } catch (error: unknown) {
      // Without one it is the database that fails, not one of them.
      if (ids.length === 0) throw error
      failed.push(...ids)
      failures.push(error)
      return true
    }
  }

  while (await tryNext()) log.debug('a crawl that repeats was looked at')
  if (failures.length > 0) throw failures[0]
}
