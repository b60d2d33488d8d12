import type { Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Logger } from '@sightline/shared/logger'
import { setAgentQuarantine } from '../db/agents.ts'
import type { Database } from '../db/pool.ts'
import type { FailingMonitor } from '../db/region-states.ts'
import { countHostsPassedElsewhere } from '../db/region-states.ts'
import type { IncomingResult } from '../db/results.ts'
import type { Loop } from '../process/loop.ts'
import { startLoop } from '../process/loop.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
import { MAX_CLOCK_OFFSET_MS } from '../votes/clock-offset.ts'
import type { Finding, QuarantineEvent, QuarantineState } from '../votes/quarantine.ts'
import { afterEvent, initialQuarantine, isSuspected, suspectedRuns } from '../votes/quarantine.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'

/** How often suspected agents are looked into and quarantines written down. */
const ROUND_MS = 1_000

/** Agents looked into in one round, by one statement: one for each took the database 1.3 ms, 1,250 of them while 2,400
 *  outages were told. The others have their turn in the next. */
const MAX_LOOKED_INTO = 20

/** Watches the agents of this controller for those that fail what others pass, and keeps
 *  `agents.quarantined_at` true. Source: monitoring design, section 3, part 7 */
export interface QuarantineWatch {
  /** Results of an agent's live lane, as they came. */
  readonly seeResults: (session: Session, rows: readonly IncomingResult[]) => void
  readonly seeHeartbeat: (session: Session, heartbeat: Heartbeat) => void
  readonly stop: Loop['stop']
}

/** Findings of one second, which are counted together. */
interface Gathered {
  /** When the first of them came, UNIX ms. */
  readonly atMs: number
  readonly findings: Finding[]
}

const secondOf = (atMs: number): number => Math.floor(atMs / 1_000)

export function startQuarantineWatch(parts: {
  db: Database
  controllerId: string
  sessions: Sessions
  now: () => number
  log: Logger
}): QuarantineWatch {
  const { db, controllerId, sessions, now, log } = parts
  const states = new WeakMap<Session, QuarantineState>()
  /** What came of an agent within a second and is not in its state yet: while thousands of monitors fail each failure comes
   *  in a message of its own, and all that fails there was copied for each, a twentieth of what the controller did. */
  const gathered = new WeakMap<Session, Gathered>()
  /** When an agent was last looked into, UNIX ms. */
  const lookedIntoMs = new WeakMap<Session, number>()
  const trouble = createTroubleLog(log, {
    met: 'agents could not be looked into',
    over: 'agents are looked into again',
  })

  function stateOf(session: Session): QuarantineState {
    const state = states.get(session) ?? initialQuarantine(session.quarantinedAtMs)
    const its = gathered.get(session)
    if (its === undefined) return state
    gathered.delete(session)
    const next = afterEvent(state, { kind: 'findings', ...its })
    states.set(session, next)
    return next
  }

  function see(session: Session, event: QuarantineEvent): void {
    states.set(session, afterEvent(stateOf(session), event))
  }

  function gather(session: Session, findings: readonly Finding[]): void {
    const atMs = now()
    const its = gathered.get(session)
    if (its !== undefined && secondOf(its.atMs) === secondOf(atMs)) its.findings.push(...findings)
    else {
      stateOf(session)
      gathered.set(session, { atMs, findings: [...findings] })
    }
  }

  /** Longest not looked into first. */
  function suspected(): Session[] {
    return [...sessions.values()]
      .filter((session) => isSuspected(stateOf(session), now()))
      .sort((a, b) => (lookedIntoMs.get(a) ?? 0) - (lookedIntoMs.get(b) ?? 0))
  }

  function failingOf(session: Session): FailingMonitor[] {
    const runs = suspectedRuns(stateOf(session), now())
    return Array.from(runs, ([monitorId, { firstMs, lastMs, generation }]) => ({
      monitorId,
      generation,
      lastMs,
      // The clocks of two agents may differ by that much.
      sinceMs: firstMs - MAX_CLOCK_OFFSET_MS,
    }))
  }

  /** Asks what other regions found since these agents' failures began. */
  async function lookInto(looked: readonly Session[]): Promise<void> {
    for (const session of looked) lookedIntoMs.set(session, now())
    const hosts = await countHostsPassedElsewhere(
      db,
      looked.map((session) => ({ region: session.region, failing: failingOf(session) })),
    )
    const atMs = now()
    for (const [place, session] of looked.entries()) {
      see(session, { kind: 'passedElsewhere', atMs, hosts: hosts[place] ?? 0 })
    }
  }

  /** Brings the agent's row, and what this controller does with its results, up to what was found. */
  async function writeDown(session: Session): Promise<void> {
    const { quarantinedAtMs } = stateOf(session)
    if (quarantinedAtMs === session.quarantinedAtMs) return
    const isIn = quarantinedAtMs !== null
    if (!(await setAgentQuarantine(db, session.agentId, controllerId, isIn))) return
    session.quarantinedAtMs = quarantinedAtMs
    const { agentId: agent, region } = session
    if (isIn) log.warn({ agent, region }, 'an agent fails what others pass: it is in quarantine')
    else log.info({ agent, region }, 'the quarantine of an agent is over')
  }

  async function round(): Promise<number> {
    try {
      await lookInto(suspected().slice(0, MAX_LOOKED_INTO))
      for (const session of sessions.values()) await writeDown(session)
      trouble.over()
    } catch (error: unknown) {
      trouble.met(error)
    }
    return ROUND_MS
  }

  const loop = startLoop(round)
  return {
    seeResults(session, rows) {
      const findings = rows.flatMap((row) => findingOf(row) ?? [])
      if (findings.length > 0) gather(session, findings)
    },
    seeHeartbeat(session, { selfTestPassed, selfTestsPassed }) {
      see(session, {
        kind: 'selfTest',
        atMs: now(),
        passed: selfTestPassed,
        passedInRow: selfTestsPassed ?? null,
      })
    },
    stop: loop.stop,
  }
}

/** What a result says of its target. @returns null when it says nothing, or nothing of now */
function findingOf(row: IncomingResult): Finding | null {
  const failed = row.status === 'down'
  const isOwn = failed && row.failureSource !== 'target' && row.failureSource !== 'network'
  if (row.late || !row.counted || row.status === 'unknown' || isOwn) return null
  const { monitorId, checkedAtMs, generation } = row
  return { monitorId, checkedAtMs, failed, generation }
}
