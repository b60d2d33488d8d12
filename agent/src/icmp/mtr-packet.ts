import type { Logger } from '@sightline/shared/logger'
import { createFairLine } from '../bounds/fair-line.ts'
import { presentSharer } from '../bounds/sharer.ts'
import type { ProbeReply } from './probe-line.ts'
import type { Probe, ProbeProcess } from './probe-process.ts'
import { startProbeProcess } from './probe-process.ts'

/** Sends probes through mtr-packet. */
export interface ProbePool {
  /** Sends it when there is room. Where there is none, sharers take turns: a site that fell silent as a whole
   *  holds up those that ask for it, and not others. */
  readonly send: (probe: Probe) => void
  readonly pids: () => readonly number[]
  readonly stop: () => void
}

/** How many processes there are, and how much each is given. */
export interface PoolSize {
  /** Running even when there is nothing to send. */
  readonly minProcesses: number
  readonly maxProcesses: number
  /** Probes one process has under way. */
  readonly window: number
}

/** mtr-packet keeps at most 1,024 probes (its MAX_PROBES). Targets that never answer hold their places
 *  until their limit, so others are started before healthy targets wait. */
export const PING_POOL: PoolSize = { minProcesses: 1, maxProcesses: 4, window: 1_000 }

const FIRST_RESTART_MS = 100
const MAX_RESTART_MS = 30_000
/** A process that lived this long was well. */
const WELL_MS = 10_000
const IDLE_CHECK_MS = 30_000

export function createProbePool(deps: {
  program: string
  size: PoolSize
  log: Logger
  /** A process ended that nobody stopped. */
  onDeath?: () => void
}): ProbePool {
  const { size, log } = deps
  const waiting = createFairLine<Probe>()
  let processes: { process: ProbeProcess; room: number; idleChecks: number }[] = []
  let deaths = 0
  let restart: NodeJS.Timeout | null = null
  let isStopped = false

  /** @returns null when the system has no room for another process */
  function start(): ProbeProcess | null {
    const startedAtMs = performance.now()
    let process: ProbeProcess
    try {
      process = startProbeProcess(deps.program, { settled, ended })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      ended(code ?? message)
      return null
    }
    const entry = { process, room: size.window, idleChecks: 0 }
    processes.push(entry)
    return process

    function settled(probe: Probe, reply: ProbeReply): void {
      if (reply.kind === 'exhausted') {
        // Another version may have room for fewer.
        entry.room = Math.max(1, Math.min(entry.room, entry.process.inFlight()))
        probe.sentAtMs = null
        // Whose it is cannot be told here: such ones have turns of their own.
        waiting.push('', probe)
      } else {
        probe.onReply(reply)
      }
      if (waiting.size() > 0) pump()
    }

    function ended(reason: string): void {
      processes = processes.filter((each) => each.process !== process)
      if (isStopped) return
      deps.onDeath?.()
      deaths = performance.now() - startedAtMs > WELL_MS ? 1 : deaths + 1
      const delayMs = Math.min(FIRST_RESTART_MS * 2 ** (deaths - 1), MAX_RESTART_MS)
      log.warn({ reason, restartInMs: delayMs }, 'mtr-packet ended and is started again')
      restart ??= setTimeout(() => {
        restart = null
        if (processes.length < size.minProcesses) start()
        if (waiting.size() > 0) pump()
      }, delayMs)
    }
  }

  /** The process with the fewest probes that has room; another is started when none has. */
  function withRoom(): ProbeProcess | null {
    let best: ProbeProcess | null = null
    let fewest = Number.POSITIVE_INFINITY
    for (const { process, room } of processes) {
      const inFlight = process.inFlight()
      if (inFlight < room && inFlight < fewest) {
        best = process
        fewest = inFlight
      }
    }
    if (best !== null || restart !== null || isStopped) return best
    if (processes.length >= size.maxProcesses) return null
    return start()
  }

  function pump(): void {
    for (;;) {
      if (waiting.size() === 0) return
      const process = withRoom()
      if (process === null) return
      const probe = waiting.take()
      if (probe !== undefined && !probe.isDropped) process.send(probe)
    }
  }

  const idleCheck = setInterval(() => {
    for (const entry of processes.slice(size.minProcesses)) {
      entry.idleChecks = entry.process.inFlight() === 0 ? entry.idleChecks + 1 : 0
      if (entry.idleChecks < 2) continue
      processes = processes.filter((each) => each !== entry)
      entry.process.stop()
    }
  }, IDLE_CHECK_MS)
  idleCheck.unref()

  for (let i = 0; i < size.minProcesses; i += 1) start()
  return {
    send(probe) {
      // Most need not wait.
      const process = waiting.size() === 0 ? withRoom() : null
      if (process !== null) {
        process.send(probe)
        return
      }
      waiting.push(presentSharer(), probe)
      pump()
    },
    pids: () => processes.map(({ process }) => process.pid),
    stop() {
      isStopped = true
      clearInterval(idleCheck)
      if (restart !== null) clearTimeout(restart)
      for (const { process } of processes) process.stop()
      processes = []
    },
  }
}
