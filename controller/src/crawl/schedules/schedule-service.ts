import type { AddressGuard } from '@sightline/shared/address'
import type { CrawlSettings } from '@sightline/shared/crawl/settings'
import { AppError } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Plan } from '../../accounts/plans.ts'
import { checkRecipientIds } from '../../alerting/teams/recipient-references.ts'
import type { CrawlAlerts, ScheduleConfigRow, ScheduleRow } from '../../db/crawl-schedules.ts'
import {
  countCrawlSchedules,
  deleteCrawlSchedule,
  insertCrawlSchedule,
  listCrawlSchedules,
  lockCrawlSchedule,
  readCrawlSchedule,
  updateCrawlSchedule,
} from '../../db/crawl-schedules.ts'
import type { Database, Queryable } from '../../db/pool.ts'
import { noSuchRegion } from '../../regions/no-such-region.ts'
import { readRegions } from '../../db/regions.ts'
import { lockWorkspace } from '../../db/workspaces.ts'
import { createJudgeHost } from '../../on-demand/judge-host.ts'
import { readPageUrl } from '../../on-demand/page-url.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import { checkMaxPages } from '../check-max-pages.ts'
import { createCheckRate } from '../check-rate.ts'
import { nextRunAfter } from './next-run.ts'

const MAX_SCHEDULES = 200

/** What people decide of a crawl that repeats. */
export interface ScheduleInput {
  readonly url: string
  readonly region: string | null
  readonly from: Date
  readonly recurrence: ScheduleConfigRow['recurrence']
  readonly repeatEvery: number
  readonly timezone: string
  readonly alerts: CrawlAlerts
  readonly active: boolean
  readonly settings: CrawlSettings
}

/** What of it is to change. */
export type ScheduleChange = {
  readonly [F in keyof Omit<ScheduleInput, 'alerts' | 'settings'>]?: ScheduleInput[F] | undefined
} & {
  readonly alerts?: { readonly [F in keyof CrawlAlerts]?: CrawlAlerts[F] | undefined } | undefined
  readonly settings: { readonly [F in keyof CrawlSettings]?: CrawlSettings[F] | undefined }
}

/** For whom it is done. */
export interface ScheduleOwner {
  readonly workspaceId: number
  readonly plan: Pick<Plan, 'tier' | 'maxCrawlPages'>
}

/** A crawl that repeats, as people see it. */
export interface ScheduleView {
  readonly id: string
  readonly url: string
  readonly region: string | null
  readonly from: Date
  readonly recurrence: ScheduleConfigRow['recurrence']
  readonly repeatEvery: number
  readonly timezone: string
  readonly active: boolean
  /** null while it is not active. */
  readonly nextAt: Date | null
  readonly lastJobId: string | null
  readonly lastError: string | null
  readonly alerts: {
    readonly memberIds: string[]
    readonly contactIds: string[]
    readonly teamIds: string[]
    readonly scoreDrop: number | null
    readonly newErrors: boolean
    readonly indexability: boolean
  }
  readonly settings: CrawlSettings
  readonly createdAt: Date
}

function viewOf(row: ScheduleRow): ScheduleView {
  const { alerts } = row
  return {
    id: row.publicId,
    url: row.isBare ? row.host : row.url,
    region: row.region,
    from: new Date(row.fromMs),
    recurrence: row.recurrence,
    repeatEvery: row.repeatEvery,
    timezone: row.timezone,
    active: row.active,
    nextAt: row.active ? new Date(row.nextAtMs) : null,
    lastJobId: row.lastJobId,
    lastError: row.lastError,
    alerts: {
      ...alerts,
      memberIds: [...alerts.memberIds],
      contactIds: [...alerts.contactIds],
      teamIds: [...alerts.teamIds],
    },
    settings: row.settings,
    createdAt: row.createdAt,
  }
}

/** What there was, with the fields of a change that were sent. */
function merged<T extends object>(
  before: T,
  change: { readonly [F in keyof T]?: T[F] | undefined },
): T {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(sent) }
}

function inputOf(row: ScheduleRow): ScheduleInput {
  const { isBare, host, url, fromMs, ...same } = row
  return { ...same, url: isBare ? host : url, from: new Date(fromMs) }
}

/** What makes two of them the same: the address, and when it is crawled. */
export function scheduleSign(
  schedule: Pick<ScheduleInput, 'url' | 'from' | 'recurrence' | 'repeatEvery' | 'timezone'>,
): string {
  const { url, from, recurrence, repeatEvery, timezone } = schedule
  return JSON.stringify([url.replace(/\/$/, ''), from.getTime(), recurrence, repeatEvery, timezone])
}

/** A schedule with what is to change of it. */
function changedBy(row: ScheduleRow, { alerts = {}, settings, ...rest }: ScheduleChange) {
  const before = inputOf(row)
  return {
    ...merged<ScheduleInput>(before, rest),
    alerts: merged(before.alerts, alerts),
    settings: merged(before.settings, settings),
  }
}

function isElsewhere(row: ScheduleRow, known: ScheduleRow): boolean {
  return (
    row.url !== known.url ||
    row.isBare !== known.isBare ||
    row.settings.maxRequestsPerSecond !== known.settings.maxRequestsPerSecond
  )
}

const noSuchSchedule = (): AppError =>
  new AppError('notFound', 'There is no crawl schedule with this id.')

/** Crawls that repeat: made, read, changed and removed. Each call throws AppError for what it refuses. */
export type ScheduleService = ReturnType<typeof createScheduleService>

export function createScheduleService(parts: {
  readonly db: Database
  readonly guard: AddressGuard
  readonly resolveName: NameResolver['resolve']
  readonly now: () => Date
}) {
  const { db, now } = parts
  const judgeHost = createJudgeHost(parts)
  const checkRate = createCheckRate(parts)

  async function checkRegion(tx: Queryable, region: string | null): Promise<void> {
    if (region === null) return
    const codes = (await readRegions(tx, AGENT_LOST_AFTER_MS)).map(({ code }) => code)
    if (codes.includes(region)) return
    throw noSuchRegion(region, 'region', codes)
  }

  /** Asks name servers: not for a lock to wait for. */
  async function judgeSite({ url, settings }: Pick<ScheduleInput, 'url' | 'settings'>) {
    const { host } = readPageUrl(url, 'field')
    await judgeHost(host, 'crawled')
    await checkRate(host, settings.maxRequestsPerSecond)
  }

  function configOf(input: ScheduleInput): ScheduleConfigRow {
    const { url, isBare } = readPageUrl(input.url, 'field')
    const { settings, region, recurrence, repeatEvery, timezone, alerts, active } = input
    const rule = { fromMs: input.from.getTime(), recurrence, repeatEvery, timezone }
    const nextAtMs = Math.max(rule.fromMs, nextRunAfter(rule, now().getTime()))
    const site = { url, isBare, host: new URL(url).host }
    return { ...site, ...rule, settings, region, alerts, active, nextAtMs }
  }

  async function get({ workspaceId }: ScheduleOwner, id: string): Promise<ScheduleView> {
    const row = await readCrawlSchedule(db, workspaceId, id)
    if (row === null) throw noSuchSchedule()
    return viewOf(row)
  }

  /** Only what is sent is judged: what became of the rest since (a plan, a name that is gone) must not be in the way
   *  of other changes. */
  async function change(
    owner: ScheduleOwner,
    id: string,
    sent: ScheduleChange,
  ): Promise<ScheduleView> {
    const { workspaceId } = owner
    const known = await readCrawlSchedule(db, workspaceId, id)
    if (known === null) throw noSuchSchedule()
    const isMoved = sent.url !== undefined || sent.settings.maxRequestsPerSecond !== undefined
    if (isMoved) await judgeSite(changedBy(known, sent))
    if (sent.settings.maxPages !== undefined) {
      checkMaxPages(owner.plan, { maxPages: sent.settings.maxPages })
    }
    const isDone = await db.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId)
      const row = await lockCrawlSchedule(tx, workspaceId, id)
      if (row === null) throw noSuchSchedule()
      if (isMoved && isElsewhere(row, known)) return false
      const { region = null, alerts = {} } = sent
      await checkRegion(tx, region)
      const { memberIds = [], contactIds = [], teamIds = [] } = alerts
      await checkRecipientIds(tx, workspaceId, 'alerts.', { memberIds, contactIds, teamIds })
      await updateCrawlSchedule(tx, row.id, configOf(changedBy(row, sent)))
      return true
    })
    // Where it goes, or how fast, was changed between the two looks: what was judged is not what it would be.
    return isDone ? get(owner, id) : change(owner, id, sent)
  }

  async function make(
    owner: ScheduleOwner,
    input: ScheduleInput,
    isOnce: boolean,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    const { workspaceId } = owner
    await judgeSite(input)
    checkMaxPages(owner.plan, input.settings)
    const publicId = newPublicId('crs')
    return db.transaction(async (tx) => {
      // Whoever deletes a recipient at this moment waits, and takes it out.
      await lockWorkspace(tx, workspaceId)
      const all = { limit: MAX_SCHEDULES, offset: 0 }
      const there = isOnce ? (await listCrawlSchedules(tx, workspaceId, all)).rows : []
      const same = there.find((row) => scheduleSign(inputOf(row)) === scheduleSign(input))
      if (same !== undefined) return { id: same.publicId, isNew: false }
      await checkRegion(tx, input.region)
      await checkRecipientIds(tx, workspaceId, 'alerts.', input.alerts)
      if ((await countCrawlSchedules(tx, workspaceId)) >= MAX_SCHEDULES) {
        const message = `The workspace already has ${MAX_SCHEDULES} crawl schedules: delete one first.`
        throw new AppError('conflict', message)
      }
      await insertCrawlSchedule(tx, {
        ...configOf(input),
        publicId,
        workspaceId,
        createdAt: now(),
      })
      return { id: publicId, isNew: true }
    })
  }

  return {
    get,
    async list(
      { workspaceId }: ScheduleOwner,
      page: { readonly limit: number; readonly offset: number },
    ) {
      const { total, rows } = await listCrawlSchedules(db, workspaceId, page)
      return { total, schedules: rows.map(viewOf) }
    },
    async create(owner: ScheduleOwner, input: ScheduleInput): Promise<ScheduleView> {
      return get(owner, (await make(owner, input, false)).id)
    },
    /** Makes it unless the workspace has the same: of two at once the second finds the first, also at another
     *  controller. */
    createOnce: (owner: ScheduleOwner, input: ScheduleInput) => make(owner, input, true),
    change,
    /** What its runs found stays. */
    async remove({ workspaceId }: ScheduleOwner, id: string): Promise<void> {
      if (!(await deleteCrawlSchedule(db, workspaceId, id))) throw noSuchSchedule()
    },
  }
}
