import type { ScheduleInput, ScheduleView } from '../../crawl/schedules/schedule-service.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing } from './maker.ts'
import { resolveRecipients } from './recipients.ts'

/** Most that a workspace has. */
const EVERYTHING = { limit: 200, offset: 0 }

/** A crawl that repeats; it is there already when one has its address and its times. */
export const makeCrawlSchedule: MakeThing = async (session, { body }, warnings) => {
  const { context, actor, isDryRun, regions } = session
  const resolved = await resolveRecipients(session, body, warnings)
  const asked = parseBody(context.bodies.crawlSchedule, resolved)
  const isElsewhere = asked.region !== null && !regions.has(asked.region)
  if (isElsewhere) warnings.push(`No agent is in ${asked.region} here: any region crawls.`)
  const input = isElsewhere ? { ...asked, region: null } : asked
  const { schedules } = await context.crawlSchedules.list(actor, EVERYTHING)
  const holder = schedules.find((schedule) => signOf(schedule) === signOf(input))
  if (holder !== undefined) {
    const reason = `The workspace has this crawl schedule already (${holder.id}): it stays as it is.`
    return { outcome: 'duplicate', id: holder.id, reason }
  }
  if (isDryRun) return { outcome: 'toMake' }
  const { id } = await context.crawlSchedules.create(actor, input)
  return { outcome: 'made', id }
}

/** What makes two of them the same. */
function signOf({
  url,
  from,
  recurrence,
  repeatEvery,
  timezone,
}: ScheduleInput | ScheduleView): string {
  return JSON.stringify([url.replace(/\/$/, ''), from.getTime(), recurrence, repeatEvery, timezone])
}
