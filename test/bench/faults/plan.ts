import type { Random } from './random.ts'

/** Everything that is done to an installation, with how long it lasts at least and at most, ms. Agents back
 *  within a minute can still run every slot they left open. */
export const FAULTS = {
  agentKilled: { lastsMs: [1_000, 40_000], of: 'agent' },
  agentPaused: { lastsMs: [1_000, 30_000], of: 'agent' },
  agentCutOff: { lastsMs: [5_000, 60_000], of: 'agent' },
  agentLinksBroken: { lastsMs: [1_000, 30_000], of: 'agent' },
  agentLinksSlow: { lastsMs: [10_000, 60_000], of: 'agent' },
  controllerKilled: { lastsMs: [1_000, 30_000], of: 'controller' },
  controllerPaused: { lastsMs: [1_000, 30_000], of: 'controller' },
  controllerWithoutDatabase: { lastsMs: [3_000, 40_000], of: 'controller' },
  databaseLinksBroken: { lastsMs: [1_000, 20_000], of: 'controller' },
  databaseLinksSlow: { lastsMs: [10_000, 60_000], of: 'controller' },
  databaseKilled: { lastsMs: [1_000, 20_000], of: 'database' },
  backendKilled: { lastsMs: [0, 0], of: 'database' },
} as const satisfies Record<string, { lastsMs: readonly [number, number]; of: keyof Subjects }>

export type FaultName = keyof typeof FAULTS

/** Names of what there is to be broken. */
export interface Subjects {
  readonly agent: readonly string[]
  readonly controller: readonly string[]
  readonly database: readonly string[]
}

/** One fault of a run, with times since its beginning. */
export interface Fault {
  readonly name: FaultName
  readonly subject: string
  readonly fromMs: number
  readonly toMs: number
  /** In [0, 1): whatever the fault leaves open. */
  readonly chance: number
}

/** A page that is broken for a time since the beginning. */
export interface Episode {
  readonly page: string
  readonly fromMs: number
  readonly toMs: number
}

/** Between the beginnings of two faults, so that several are there at a time. */
const PAUSE_MS = [2_000, 8_000] as const
/** The installation is whole for so long before the first. */
const QUIET_MS = 5_000

/** As many as find place; of one subject one after the other, and all are over at the end.
 *  @param keep regions by the names of their agents: of each one agent runs always */
export function planFaults(
  random: Random,
  subjects: Subjects,
  keep: readonly (readonly string[])[],
  lengthMs: number,
): Fault[] {
  const faults: Fault[] = []
  const names = Object.keys(FAULTS) as FaultName[]
  for (let fromMs = QUIET_MS; fromMs < lengthMs; fromMs += random.between(...PAUSE_MS)) {
    const name = random.pick(names)
    const subject = random.pick<string>(subjects[FAULTS[name].of])
    const [shortest, longest] = FAULTS[name].lastsMs
    const toMs = Math.min(lengthMs, fromMs + random.between(shortest, longest))
    const fault: Fault = { name, subject, fromMs, toMs, chance: random.next() }
    if (isFree(faults, fault) && leavesOne(faults, fault, keep)) faults.push(fault)
  }
  return faults
}

const AFTER_MS = 3_000

function isFree(faults: readonly Fault[], { subject, fromMs }: Fault): boolean {
  return !faults.some((other) => other.subject === subject && other.toMs + AFTER_MS > fromMs)
}

/** Meanwhile it checks nothing. */
const STOPS: ReadonlySet<FaultName> = new Set(['agentKilled', 'agentPaused'])

function leavesOne(
  faults: readonly Fault[],
  { name, subject, fromMs }: Fault,
  keep: readonly (readonly string[])[],
): boolean {
  const others = keep.find((agents) => agents.includes(subject))?.filter((each) => each !== subject)
  if (!STOPS.has(name) || others === undefined) return true
  return others.some(
    (other) => !faults.some(({ subject: hit, toMs }) => hit === other && toMs + AFTER_MS > fromMs),
  )
}

/** Long enough to be seen, confirmed and told beside any fault. */
const BROKEN_MS = [90_000, 180_000] as const

/** Each page is broken once: one that goes down twice in an hour is flapping, and told of in another way. The last
 *  may be over after the faults. */
export function planEpisodes(
  random: Random,
  pages: readonly string[],
  lengthMs: number,
): Episode[] {
  const lastMs = Math.max(0.2 * lengthMs, lengthMs - BROKEN_MS[1])
  return pages.map((page) => {
    const fromMs = random.between(QUIET_MS, lastMs)
    return { page, fromMs, toMs: fromMs + random.between(...BROKEN_MS) }
  })
}
