import { scheduleSign } from '../../crawl/schedules/schedule-service.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing, Said } from './maker.ts'
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
  const sign = scheduleSign(input)
  const holder = schedules.find((schedule) => scheduleSign(schedule) === sign)
  if (holder !== undefined) return duplicateOf(holder.id)
  if (isDryRun) return { outcome: 'toMake' }
  const { id, isNew } = await context.crawlSchedules.createOnce(actor, input)
  return isNew ? { outcome: 'made', id } : duplicateOf(id)
}

function duplicateOf(id: string): Said {
  const reason = `The workspace has this crawl schedule already (${id}): it stays as it is.`
  return { outcome: 'duplicate', id, reason }
}
