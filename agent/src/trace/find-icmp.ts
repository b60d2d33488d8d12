import type { Capability } from '@sightline/shared/check-words'
import type { Logger } from '@sightline/shared/logger'
import { createCommandTracer } from './command-tracer.ts'
import { createMtrTracer, TRACE_POOL } from './mtr-tracer.ts'
import type { Tracer } from './tracer.ts'
import type { EchoRun, IcmpEngine } from '../icmp/engine.ts'
import { findProgram } from '../programs/find-program.ts'
import { createMtrEngine } from '../icmp/mtr-engine.ts'
import { createProbePool, PING_POOL } from '../icmp/mtr-packet.ts'
import { createPingCommandEngine } from '../icmp/ping-command.ts'
import { createRoutes } from '../icmp/routes.ts'

/** What this machine offers for ICMP, found at the start of an agent. */
export interface Icmp {
  /** null where there is no way to ping. */
  readonly engine: IcmpEngine | null
  /** Why there is no engine, one sentence for people; null where there is one. */
  readonly missing: string | null
  /** null where there is no way to trace. */
  readonly tracer: Tracer | null
  /** What to announce for it: `ping` and `traceroute` where they work, and how they are done. */
  readonly capabilities: readonly Capability[]
  /** Ends its processes. */
  readonly stop: () => void
}

/** Where the programs are; null for those that this machine does not have. */
export interface Programs {
  readonly mtrPacket: string | null
  readonly ping: string | null
  readonly traceroute: string | null
  readonly traceroute6: string | null
}

/** Which ways to ping and trace an operator allows: the best there is, the system's commands, none. */
export const ICMP_WAYS = ['auto', 'commands', 'none'] as const
export type IcmpWay = (typeof ICMP_WAYS)[number]

export function findPrograms(way: IcmpWay = 'auto'): Programs {
  const find = (name: string): string | null => (way === 'none' ? null : findProgram(name))
  return {
    mtrPacket: way === 'auto' ? find('mtr-packet') : null,
    ping: find('ping'),
    traceroute: find('traceroute'),
    traceroute6: find('traceroute6'),
  }
}

type Found = Pick<Icmp, 'engine' | 'tracer' | 'stop'>

/** How long each engine is tried: an agent connects after it. One that may not ping says so at once, so the time is for
 *  machines that are busy while the agent starts: what it does not find then, it lacks until it is started again. */
const TRIAL_MS = { mtr: 5_000, pingCommand: 400 } as const

/** Whether an engine pings its own machine, over either version. */
async function works(engine: IcmpEngine, trialMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(trialMs)
  async function answers(address: string): Promise<boolean> {
    const run: EchoRun = {
      address,
      packets: 1,
      packetIntervalMs: 0,
      packetSize: 56,
      limitMs: trialMs,
      minWaitMs: 0,
    }
    try {
      const replies = await engine.ping(run, signal)
      return replies.some(({ kind }) => kind === 'reply')
    } catch {
      return false
    }
  }
  const tries = await Promise.all([answers('127.0.0.1'), answers('::1')])
  return tries.includes(true)
}

async function findMtr(program: string, log: Logger): Promise<Found | null> {
  const routes = createRoutes()
  const onDeath = (): void => routes.forget()
  const pings = createProbePool({ program, size: PING_POOL, log, onDeath })
  const engine = createMtrEngine(pings, routes)
  if (!(await works(engine, TRIAL_MS.mtr))) {
    pings.stop()
    return null
  }
  const traces = createProbePool({ program, size: TRACE_POOL, log, onDeath })
  return {
    engine,
    tracer: createMtrTracer(traces, routes),
    stop() {
      pings.stop()
      traces.stop()
    },
  }
}

async function findCommands(programs: Programs): Promise<Found> {
  const ping = programs.ping === null ? null : createPingCommandEngine()
  const engine = ping !== null && (await works(ping, TRIAL_MS.pingCommand)) ? ping : null
  const { traceroute, traceroute6 } = programs
  const tracer = traceroute === null ? null : createCommandTracer({ traceroute, traceroute6 })
  return { engine, tracer, stop() {} }
}

const MISSING =
  'This agent cannot ping: install mtr-tiny (it has mtr-packet) or ping on its machine.'
const SWITCHED_OFF = 'Ping is switched off on this agent (SIGHTLINE_ICMP=none).'

/** Finds the best way to ping and to trace: mtr-packet when it gets an answer from its own machine,
 *  else the system's commands. Takes at most about 5.4 s.
 *  @param way how the programs were looked for, which says why there are none */
export async function findIcmp(
  log: Logger,
  programs: Programs = findPrograms(),
  way: IcmpWay = 'auto',
): Promise<Icmp> {
  const { mtrPacket } = programs
  const mtr = mtrPacket === null ? null : await findMtr(mtrPacket, log)
  const found = mtr ?? (await findCommands(programs))
  const { engine, tracer } = found
  const capabilities: Capability[] = []
  if (engine !== null) capabilities.push('ping', engine.engine)
  if (tracer !== null) capabilities.push('traceroute')
  if (tracer !== null && tracer.engine !== engine?.engine) capabilities.push(tracer.engine)
  if (engine !== null) return { ...found, missing: null, capabilities }
  const missing = way === 'none' ? SWITCHED_OFF : MISSING
  // What an operator chose needs no warning.
  log[way === 'none' ? 'info' : 'warn'](missing)
  return { ...found, missing, capabilities }
}
