import type { Plan } from '../accounts/plans.ts'
import { INTERVALS_MINUTES, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS } from '../monitors/monitor-fields.ts'
import type { ReadMonitor } from './reading/reading.ts'

type Body = Readonly<Record<string, unknown>>

/** A body that was brought within what is possible here, and what was changed for that. */
export interface Fitted {
  readonly body: Body
  readonly warnings: readonly string[]
}

const MAX_NAME = 200
const MAX_TAGS = 20
const MAX_TAG = 50
const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 5

/** Brings what other programs take more or less of within the bounds of a monitor: interval, time limit, name and
 *  tags. Everything else is left to the rules. Pure. */
export function fitMonitor(
  monitor: ReadMonitor,
  plan: Pick<Plan, 'minIntervalMinutes' | 'tier'>,
): Fitted {
  const warnings: string[] = []
  const interval = fitInterval(monitor, plan, warnings)
  const timed = fitTimeout({ ...monitor.body, ...interval }, warnings)
  const named = fitName(timed, warnings)
  return { body: fitTags(named, warnings), warnings: [...monitor.warnings, ...warnings] }
}

function fitInterval(
  { body, intervalSeconds }: ReadMonitor,
  plan: Pick<Plan, 'minIntervalMinutes' | 'tier'>,
  warnings: string[],
): Body {
  const sent = body['intervalMinutes']
  if (intervalSeconds === null) {
    if (typeof sent !== 'number' || sent >= plan.minIntervalMinutes)
      return plannedDefault(sent, plan)
    warnings.push(
      `It is checked every ${inMinutes(plan.minIntervalMinutes)}, the shortest interval of the plan "${plan.tier}", not every ${inMinutes(sent)}.`,
    )
    return { intervalMinutes: plan.minIntervalMinutes }
  }
  const minutes = intervalSeconds / 60
  const longest = INTERVALS_MINUTES.at(-1) ?? DEFAULT_MINUTES
  const intervalMinutes =
    INTERVALS_MINUTES.find((each) => each >= minutes && each >= plan.minIntervalMinutes) ?? longest
  if (intervalMinutes * 60 !== intervalSeconds) {
    warnings.push(
      `It is checked every ${inMinutes(intervalMinutes)}, not every ${intervalSeconds} s.`,
    )
  }
  return { intervalMinutes }
}

/** The usual interval may be below the plan's too. */
function plannedDefault(
  sent: unknown,
  { minIntervalMinutes }: Pick<Plan, 'minIntervalMinutes'>,
): Body {
  const isShort = sent === undefined && minIntervalMinutes > DEFAULT_MINUTES
  return isShort ? { intervalMinutes: minIntervalMinutes } : {}
}

function inMinutes(minutes: number): string {
  return minutes === 1 ? 'minute' : `${minutes} minutes`
}

function fitTimeout(body: Body, warnings: string[]): Body {
  const { timeoutMs: sent, intervalMinutes } = body
  if (typeof sent !== 'number') return body
  const interval = typeof intervalMinutes === 'number' ? intervalMinutes : DEFAULT_MINUTES
  // Below the interval, with room for the next check to begin.
  const most = Math.min(MAX_TIMEOUT_MS, interval * MINUTE_MS * 0.8)
  const timeoutMs = Math.round(Math.min(most, Math.max(MIN_TIMEOUT_MS, sent)))
  if (sent >= MIN_TIMEOUT_MS && sent < interval * MINUTE_MS && sent <= MAX_TIMEOUT_MS) return body
  warnings.push(`A check may take ${timeoutMs} ms, not ${sent} ms.`)
  return { ...body, timeoutMs }
}

/** A text on one line, no longer than it may be. */
function plainText(text: string, max: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  return plain.length <= max ? plain : plain.slice(0, max).toWellFormed().trim()
}

function fitName(body: Body, warnings: string[]): Body {
  const { name: sent, ...rest } = body
  if (typeof sent !== 'string') return body
  const name = plainText(sent, MAX_NAME)
  if (name.length < sent.trim().length) warnings.push('Its name is shortened.')
  return name === '' ? rest : { ...body, name }
}

function fitTags(body: Body, warnings: string[]): Body {
  const { tags: sent } = body
  if (!Array.isArray(sent) || sent.some((tag) => typeof tag !== 'string')) return body
  const all = (sent as readonly string[]).map((tag) => plainText(tag, MAX_TAG))
  const tags = [...new Set(all.filter((tag) => tag !== ''))]
  if (tags.length > MAX_TAGS) {
    const left = tags.length - MAX_TAGS
    warnings.push(
      `${left === 1 ? 'One of its tags is' : `${left} of its tags are`} left out: at most ${MAX_TAGS} can be kept.`,
    )
  }
  if (all.some((tag, index) => tag.length < (sent[index] as string).trim().length)) {
    warnings.push(`Tags longer than ${MAX_TAG} characters are shortened.`)
  }
  return { ...body, tags: tags.slice(0, MAX_TAGS) }
}
