import { z } from 'zod'

/** What a failing check said. */
const Failure = z.object({ cause: z.string().nullable(), error: z.string().nullable() }).readonly()
export type Failure = z.output<typeof Failure>

/** A check that was asked for in a region. */
const Ask = z
  .object({
    region: z.string(),
    /** Counts the checks asked for in this region, from 1. */
    attempt: z.number(),
    /** `open` until it answers; `silent` when the answer said nothing about the target. */
    state: z.enum(['open', 'answered', 'silent']),
  })
  .readonly()
export type Ask = z.output<typeof Ask>

/** A region's vote in a round. */
const Answer = z
  .object({
    region: z.string(),
    /** When the check began that it rests on, UNIX ms. */
    atMs: z.number(),
    /** null: it passed. */
    failure: Failure.nullable(),
  })
  .readonly()
export type Answer = z.output<typeof Answer>

/** A scheduled check of a region that failed. */
const FailedCheck = z.object({ region: z.string(), atMs: z.number(), failure: Failure }).readonly()

/** A failure that is being confirmed. */
const Round = z
  .object({
    /** Where the check failed that opened it. */
    region: z.string(),
    /** t0: when that check began, UNIX ms. */
    startedAtMs: z.number(),
    /** When it ended, UNIX ms: retries and the second attempt count from here. */
    endedAtMs: z.number(),
    failure: Failure,
    /** Failing checks in `region` so far. */
    failures: z.number(),
    asked: z.array(Ask).readonly(),
    answers: z.array(Answer).readonly(),
    /** Scheduled checks that failed meanwhile, the one that opened it among them. */
    failedChecks: z.array(FailedCheck).readonly(),
    /** Until when answers are waited for, UNIX ms. */
    deadlineMs: z.number(),
    /** The first attempt brought too few answers. */
    isSecond: z.boolean(),
  })
  .readonly()
export type Round = z.output<typeof Round>

/** The latest recheck that was asked for in a region while the monitor is down. */
const DownAsk = z
  .object({
    region: z.string(),
    attempt: z.number(),
    /** UNIX ms. */
    dueAtMs: z.number(),
    /** When the first was due since it said anything about the target, UNIX ms. */
    waitingMs: z.number(),
  })
  .readonly()

/** A global outage that is open. */
const Outage = z
  .object({
    startedAtMs: z.number(),
    /** The latest failing check by which it was down: no good check before ends it. UNIX ms */
    failedMs: z.number(),
    /** Good checks of the recovering run, by region. */
    goods: z
      .array(z.object({ region: z.string(), firstMs: z.number(), count: z.number() }).readonly())
      .readonly(),
    /** Regions whose latest check failed, and when it began, UNIX ms. */
    failing: z.array(z.object({ region: z.string(), atMs: z.number() }).readonly()).readonly(),
    /** Rechecks asked for while it is down. */
    asked: z.array(DownAsk).readonly(),
  })
  .readonly()
export type Outage = z.output<typeof Outage>

/** Scheduled checks of one region that failed running, each time outvoted by the other regions. */
const Streak = z
  .object({
    region: z.string(),
    count: z.number(),
    /** The first of them, UNIX ms. */
    sinceMs: z.number(),
    /** A retry that was asked for has not answered yet: it may still end the streak. */
    isAsked: z.boolean(),
  })
  .readonly()
export type Streak = z.output<typeof Streak>

/** A regional outage that is open. */
const Regional = z
  .object({ startedAtMs: z.number(), regions: z.array(z.string()).readonly() })
  .readonly()

/** Scheduled checks of one region that were degraded running. */
const Slow = z
  .object({
    region: z.string(),
    count: z.number(),
    /** The latest of them, UNIX ms. */
    atMs: z.number(),
    failure: Failure,
  })
  .readonly()

/** The latest check of a region that had a say; checks of it that began before have none any more. */
const Heard = z.object({ region: z.string(), atMs: z.number() }).readonly()

const Memory = z
  .object({
    round: Round.optional(),
    outage: Outage.optional(),
    streaks: z.array(Streak).readonly().optional(),
    regional: Regional.optional(),
    /** When the latest regional outage ended, while a vote may come that is older. UNIX ms */
    regionalEndedMs: z.number().optional(),
    slow: z.array(Slow).readonly().optional(),
    /** When it went down or came up within the last hour, UNIX ms, ascending. */
    changes: z.array(z.number()).readonly().optional(),
    heard: z.array(Heard).readonly().optional(),
  })
  .readonly()

/** What the rule remembers of a monitor, as JSON; {} when there is nothing, as of a monitor that is
 *  simply up. `round` is there while a failure is being confirmed (the API's `confirming`). */
export type DecisionMemory = z.output<typeof Memory>

/** The shape of a memory, told in what is stored: another number for every change of it (a test tells when). */
export const MEMORY_FORMAT = 1

/** What is stored beside a memory. */
const Stored = z.object({ format: z.literal(MEMORY_FORMAT), generation: z.number() })
type Stored = z.output<typeof Stored>

/** Whether it was stored as this version does. */
const isOfThisFormat = (json: unknown): json is DecisionMemory & Stored =>
  typeof json === 'object' && json !== null && 'format' in json && json.format === MEMORY_FORMAT

/** A memory as it is stored: {} stays {}.
 *  @param generation of the settings that it is of
 *  @returns JSON text */
export function storedMemory(memory: DecisionMemory, generation: number): string {
  if (Object.keys(memory).length === 0) return JSON.stringify(memory)
  return JSON.stringify({ ...memory, generation, format: MEMORY_FORMAT } satisfies Stored)
}

/** Reads a memory that was stored. One that another version wrote and that says nothing to this one is
 *  {}: what was being confirmed is confirmed anew. One of this version is taken as it is: while 10,000 monitors went down at
 *  once, looking through each of theirs for each of its votes was a twelfth of what controllers did. */
export function readMemory(json: unknown): DecisionMemory {
  if (isOfThisFormat(json)) {
    const { format: _, generation: __, ...memory } = json
    return memory
  }
  const read = Memory.safeParse(json)
  return read.success ? read.data : {}
}

/** Of which settings a memory is that was stored; null: it does not say so. */
export function generationOf(json: unknown): number | null {
  if (typeof json !== 'object' || json === null || !('generation' in json)) return null
  return typeof json.generation === 'number' ? json.generation : null
}

/** The shape that `MEMORY_FORMAT` stands for, as JSON Schema. */
export const memoryShape = (): unknown => z.toJSONSchema(Memory)

/** Something that is kept once a region. Lists of these are small: a monitor has a handful of regions. */
export interface OfRegion {
  readonly region: string
}

/** What a list holds of a region. */
export function find<T extends OfRegion>(list: readonly T[], region: string): T | undefined {
  return list.find((item) => item.region === region)
}

/** The list with an item in the place of its region's former one, or at the end. */
export function put<T extends OfRegion>(list: readonly T[], item: T): T[] {
  return find(list, item.region) === undefined
    ? [...list, item]
    : list.map((other) => (other.region === item.region ? item : other))
}

/** The list without what it holds of a region. */
export function without<T extends OfRegion>(list: readonly T[], region: string): T[] {
  return list.filter((item) => item.region !== region)
}

/** What a list holds of these regions. */
export function onlyOf<T extends OfRegion>(list: readonly T[], regions: readonly string[]): T[] {
  return list.filter((item) => regions.includes(item.region))
}
