import type { ScheduleInput } from '../../crawl/schedules/schedule-service.ts'
import { parseBody } from '../../imports/parse-body.ts'
import { readPageUrl } from '../../on-demand/page-url.ts'
import type { Fields } from '../plan/field-changes.ts'
import type { Thing } from '../plan/plan-entries.ts'
import type { Kind } from './kind.ts'
import { pick } from './kind.ts'

const RESOLVE_TIMEOUT_MS = 3_000
/** Most that a workspace has. */
const EVERYTHING = { limit: 200, offset: 0 }

/** Crawls that repeat. */
export const CRAWL_SCHEDULE: Kind<Thing, ScheduleInput> = {
  async read({ context, actor }) {
    const { schedules } = await context.crawlSchedules.list(actor, EVERYTHING)
    return schedules.map((view) => {
      const fields = fieldsOf(view)
      const { id, url: name } = view
      return { kind: 'crawlSchedule', id, name, sign: signOf(fields), open: fields, shown: fields }
    })
  },
  signOf({ context }, body) {
    // Whom it tells matters to nobody here.
    const parsed = context.bodies.crawlSchedule.safeParse({ ...body, alerts: undefined })
    return parsed.success ? signOf(fieldsOf(parsed.data)) : null
  },
  wish({ context }, body) {
    const input = parseBody(context.bodies.crawlSchedule, body)
    const fields = fieldsOf(input)
    return { input, open: fields, shown: fields }
  },
  async prepare({ context }, input) {
    const { hostname } = new URL(readPageUrl(input.url, 'field').url)
    await context.resolveName(hostname, { timeoutMs: RESOLVE_TIMEOUT_MS, family: 'any' })
    return input
  },
  async create({ context, actor }, input) {
    const { id } = await context.crawlSchedules.create(actor, input)
    return { id, shownOnce: null }
  },
  async change({ context, actor }, { id }, input, fields) {
    const { settings } = input
    await context.crawlSchedules.change(actor, id, { ...pick(input, fields), settings })
  },
  async remove({ context, actor }, things) {
    for (const { id } of things) await context.crawlSchedules.remove(actor, id)
  },
}

function fieldsOf(schedule: ScheduleInput): Fields {
  const { url, region, from, recurrence, repeatEvery, timezone, active, alerts, settings } =
    schedule
  return {
    url: normalised(url),
    region,
    from: from.toISOString(),
    recurrence,
    repeatEvery,
    timezone,
    active,
    alerts: { ...alerts },
    settings: { ...settings },
  }
}

/** A bare host stays one. */
function normalised(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url.trim()
}

/** What makes two of them the same. */
function signOf({ url, from, recurrence, repeatEvery, timezone }: Fields): string {
  return JSON.stringify([url, from, recurrence, repeatEvery, timezone])
}
