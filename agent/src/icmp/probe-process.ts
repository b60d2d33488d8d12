import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { ProbeCommand, ProbeReply } from './probe-line.ts'
import { parseReply, probeLine } from './probe-line.ts'

/** A probe on its way. The pool writes the first three fields. */
export interface Probe {
  /** Instant it was handed to a process (`performance.now`); null while it waits for room. */
  sentAtMs: number | null
  /** Nobody waits for it any more: one that waits for room is then never sent. */
  isDropped: boolean
  readonly command: Omit<ProbeCommand, 'timeoutSeconds'>
  /** Instant until which an answer counts (`performance.now`). */
  readonly untilMs: number
  /** Called once; `dead` when the process ended under it. */
  readonly onReply: (reply: ProbeReply | { readonly kind: 'dead' }) => void
}

/** One running mtr-packet. It ends by itself when this process does: its standard input closes then. */
export interface ProbeProcess {
  readonly pid: number
  readonly startedAtMs: number
  readonly inFlight: () => number
  /** The caller keeps to the window. */
  readonly send: (probe: Probe) => void
  readonly stop: () => void
}

/** Tokens are C ints. */
const MAX_TOKEN = 2 ** 30
/** No line it writes is longer. */
const MAX_LINE = 4_096
const IDLE_REPLY = { kind: 'dead' } as const

/** @throws when there are none: with no file left to open Node 24 gives a child without them */
function streamsOf(child: ChildProcess): { stdin: Writable; stdout: Readable } {
  const { stdin, stdout } = child
  if (stdin != null && stdout != null) return { stdin, stdout }
  child.on('error', () => {})
  throw new Error('too many files are open')
}

/** Starts one mtr-packet.
 *  @param events.settled an answer came, so there is room again
 *  @param events.ended it is gone, without being stopped; its open probes were told before
 *  @throws when the system has no room for it; nothing is told then */
export function startProbeProcess(
  program: string,
  events: {
    settled: (probe: Probe, reply: ProbeReply) => void
    ended: (reason: string) => void
  },
): ProbeProcess {
  const child: ChildProcess = spawn(program, [], { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
  const { stdin, stdout } = streamsOf(child)
  const open = new Map<number, Probe>()
  let nextToken = 1
  let unwritten = ''
  let isFlushPlanned = false
  let rest = ''
  let hasEnded = false

  function end(reason: string): void {
    if (hasEnded) return
    hasEnded = true
    unwritten = ''
    child.kill('SIGKILL')
    const probes = [...open.values()]
    open.clear()
    for (const probe of probes) probe.onReply(IDLE_REPLY)
    events.ended(reason)
  }

  /** All lines of one turn of the event loop go in one write; none while the pipe is full. */
  function flush(): void {
    isFlushPlanned = false
    if (hasEnded || unwritten === '' || stdin.writableNeedDrain) return
    const lines = unwritten
    unwritten = ''
    stdin.write(lines, 'latin1')
  }

  function take(line: string): void {
    const parsed = parseReply(line)
    if (parsed === null) return
    const probe = open.get(parsed.token)
    if (probe === undefined) return
    open.delete(parsed.token)
    events.settled(probe, parsed.reply)
  }

  child.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.name))
  child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`))
  stdin.on('error', () => end('its input is closed'))
  stdin.on('drain', flush)
  stdout.on('error', () => end('its output is closed'))
  stdout.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1')
    let from = 0
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      take(text.slice(from, to))
      from = to + 1
    }
    rest = text.slice(from)
    if (rest.length > MAX_LINE) end('its output makes no sense')
  })

  return {
    pid: child.pid ?? 0,
    startedAtMs: performance.now(),
    inFlight: () => open.size,
    send(probe) {
      const token = nextToken
      nextToken = nextToken === MAX_TOKEN ? 1 : nextToken + 1
      const nowMs = performance.now()
      // Its limit is in whole seconds: rounded up, and the one who waits gives up before.
      const timeoutSeconds = Math.max(1, Math.ceil((probe.untilMs - nowMs) / 1_000))
      unwritten += probeLine(token, { ...probe.command, timeoutSeconds })
      probe.sentAtMs = nowMs
      open.set(token, probe)
      if (isFlushPlanned) return
      isFlushPlanned = true
      setImmediate(flush)
    },
    stop() {
      hasEnded = true
      child.kill('SIGTERM')
      stdin.destroy()
      stdout.destroy()
    },
  }
}
