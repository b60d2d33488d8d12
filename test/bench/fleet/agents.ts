import { fileURLToPath } from 'node:url'
import { startProgram } from '../../helpers/program.ts'
import type { WaitCounts } from './waits.ts'
import { sumOfWaits } from './waits.ts'

const PROGRAM = fileURLToPath(new URL('agents-program.ts', import.meta.url))

/** Where an agent belongs. */
export interface Seat {
  readonly region: string
  /** Its region's among the regions, from 0. */
  readonly place: number
  /** Of its controller. */
  readonly address: string
  readonly token: string
  /** The loopback address that it comes from. */
  readonly from: string
}

/** What a process of agents is told. */
export type Question =
  | { readonly kind: 'connect'; readonly seats: readonly Seat[] }
  /** One more agent. */
  | { readonly kind: 'join'; readonly seat: Seat }
  /** The newest agent of a region leaves. */
  | { readonly kind: 'leave'; readonly region: string }
  /** Each monitor is checked in so many regions, every minute. */
  | { readonly kind: 'check'; readonly inRegions: number; readonly ofRegions: number }
  /** Monitors whose number this divides are down from now on, and checked once at once. */
  | { readonly kind: 'break'; readonly every: number }
  | { readonly kind: 'take' }
  | { readonly kind: 'look' }

/** How each is answered. */
export interface Answers {
  connect: object
  join: { readonly beganAtMs: number; readonly tookMs: number; readonly monitors: number }
  leave: object
  check: object
  break: object
  /** Results since it was asked last. */
  take: { readonly counts: WaitCounts; readonly sent: number }
  look: {
    readonly regions: Readonly<Record<string, RegionLook>>
    /** Results that are not acknowledged. */
    readonly open: number
    /** Streams that ended by themselves, by why. */
    readonly lost: Readonly<Record<string, number>>
  }
}

interface RegionLook {
  /** That its agents have, together. */
  readonly monitors: number
  readonly changedAtMs: number
}

/** All agents of the bench, in processes of their own. */
export interface Agents {
  readonly pids: readonly number[]
  readonly connect: (seats: readonly Seat[]) => Promise<void>
  readonly join: (seat: Seat) => Promise<Answers['join']>
  readonly leave: (region: string) => Promise<void>
  readonly check: (inRegions: number, ofRegions: number) => Promise<void>
  readonly breakEvery: (every: number) => Promise<void>
  readonly take: () => Promise<Answers['take']>
  readonly look: () => Promise<Answers['look']>
  readonly stop: () => Promise<void>
}

export async function startAgents(processes: number): Promise<Agents> {
  const programs = await Promise.all(
    Array.from({ length: processes }, () => startProgram(PROGRAM, [], {})),
  )
  const last = programs.at(-1)
  if (last === undefined) throw new Error('there is no process of agents')
  const askAll = <K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K][]> =>
    Promise.all(programs.map((program) => program.ask(question) as Promise<Answers[K]>))

  return {
    pids: programs.map(({ pid }) => pid),
    async connect(seats) {
      await Promise.all(
        programs.map((program, index) =>
          program.ask({
            kind: 'connect',
            seats: seats.filter((_, seat) => seat % programs.length === index),
          }),
        ),
      )
    },
    join: (seat) => last.ask({ kind: 'join', seat }) as Promise<Answers['join']>,
    async leave(region) {
      await last.ask({ kind: 'leave', region })
    },
    async check(inRegions, ofRegions) {
      await askAll<'check'>({ kind: 'check', inRegions, ofRegions })
    },
    async breakEvery(every) {
      await askAll<'break'>({ kind: 'break', every })
    },
    async take() {
      const answers = await askAll<'take'>({ kind: 'take' })
      return {
        counts: sumOfWaits(answers.map(({ counts }) => counts)),
        sent: answers.reduce((sum, { sent }) => sum + sent, 0),
      }
    },
    async look() {
      const answers = await askAll<'look'>({ kind: 'look' })
      return answers.reduce(together)
    },
    async stop() {
      for (const program of programs) program.kill('SIGKILL')
      await Promise.all(programs.map(({ exited }) => exited))
    },
  }
}

function together(one: Answers['look'], other: Answers['look']): Answers['look'] {
  const regions = { ...one.regions }
  for (const [region, its] of Object.entries(other.regions)) {
    const before = regions[region] ?? { monitors: 0, changedAtMs: 0 }
    regions[region] = {
      monitors: before.monitors + its.monitors,
      changedAtMs: Math.max(before.changedAtMs, its.changedAtMs),
    }
  }
  const lost = { ...one.lost }
  for (const [why, count] of Object.entries(other.lost)) lost[why] = (lost[why] ?? 0) + count
  return { regions, open: one.open + other.open, lost }
}
