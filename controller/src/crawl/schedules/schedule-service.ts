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
import { readRegions } from '../../db/regions.ts'
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
    throw new AppError(
      'badRequest',
      `There is no region "${region}": it must be among ${codes.join(', ') || 'the regions of connected agents (there is none yet)'}.`,
    )
  }

  async function configOf(
    tx: Queryable,
    { workspaceId, plan }: ScheduleOwner,
    input: ScheduleInput,
  ): Promise<ScheduleConfigRow> {
    const { url, host, isBare } = readPageUrl(input.url, 'field')
    await judgeHost(host, 'crawled')
    await checkRate(host, input.settings.maxRequestsPerSecond)
    checkMaxPages(plan, input.settings)
    await checkRegion(tx, input.region)
    await checkRecipientIds(tx, workspaceId, 'alerts.', input.alerts)
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
      const { workspaceId } = owner
      const config = await configOf(db, owner, input)
      if ((await countCrawlSchedules(db, workspaceId)) >= MAX_SCHEDULES) {
        const message = `The workspace already has ${MAX_SCHEDULES} crawl schedules: delete one first.`
        throw new AppError('conflict', message)
      }
      const publicId = newPublicId('crs')
      await insertCrawlSchedule(db, { ...config, publicId, workspaceId, createdAt: now() })
      return get(owner, publicId)
    },
    async change(owner: ScheduleOwner, id: string, change: ScheduleChange): Promise<ScheduleView> {
      await db.transaction(async (tx) => {
        const row = await lockCrawlSchedule(tx, owner.workspaceId, id)
        if (row === null) throw noSuchSchedule()
        const { alerts = {}, settings, ...rest } = change
        const before = inputOf(row)
        const input: ScheduleInput = {
          ...merged<ScheduleInput>(before, rest),
          alerts: merged(before.alerts, alerts),
          settings: merged(before.settings, settings),
        }
        await updateCrawlSchedule(tx, row.id, await configOf(tx, owner, input))
      })
      return get(owner, id)
    },
    /** What its runs found stays. */
    async remove({ workspaceId }: ScheduleOwner, id: string): Promise<void> {
      if (!(await deleteCrawlSchedule(db, workspaceId, id))) throw noSuchSchedule()
    },
  }
}
