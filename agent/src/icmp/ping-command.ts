import { unmapped } from '@sightline/shared/address'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { EchoReply, EchoRun, IcmpEngine } from './engine.ts'
import { IcmpError } from './engine.ts'
import { createLane } from './lane.ts'
import { readRemarks } from './ping-output.ts'
import { loadPingPackage } from './ping-package.ts'
import { runCommand } from '../programs/run-command.ts'

/** Each check is a process of its own: more at once would only slow each other down. */
const MAX_PROCESSES = 20
/** What ping allows users without privileges. */
const MIN_INTERVAL_MS = 200
/** With less data ping has no room for its clock and prints no round trips. Source: ping(8) */
const MIN_PACKET_SIZE = 16
const MAX_OUTPUT = 64 * 1024

const TOO_BUSY = 'The agent was too busy to start its ping command within the time limit.'

/** How many of the planned packets went out long enough ago for their silence to count. */
function countedPackets(run: EchoRun, intervalMs: number, elapsedMs: number): number {
  const since = elapsedMs - run.minWaitMs
  if (since < 0) return 0
  return Math.min(run.packets, Math.floor(since / Math.max(1, intervalMs)) + 1)
}

function repliesOf(
  address: string,
  output: string,
  counted: number,
  exitCode: number | null,
): EchoReply[] {
  const remarks = readRemarks(output)
  const { times } = loadPingPackage().read(address, output)
  const replies: EchoReply[] = times.map((ms) => ({ kind: 'reply', ms }))
  if (replies.length === 0) {
    if (remarks.fault !== null) throw remarks.fault
    // Both 1 (no reply) and 0 are verdicts; others are errors of use or of the machine.
    const isVerdict = exitCode === null || exitCode <= 1 || remarks.refusal !== null
    if (!isVerdict && process.platform === 'linux') {
      throw new IcmpError('The ping command of the agent failed.')
    }
  }
  while (replies.length < counted) replies.push(remarks.refusal ?? { kind: 'lost' })
  return replies
}

/** Pings with the system's own command, one process per check. */
export function createPingCommandEngine(): IcmpEngine {
  const lane = createLane(MAX_PROCESSES)

  async function pingOnce(run: EchoRun, signal: AbortSignal, leftMs: number): Promise<EchoReply[]> {
    const address = unmapped(run.address)
    const family = isIP(address)
    // The package puts it among the options: nothing but an address may come here.
    if (family === 0 || address.includes('%'))
      throw new IcmpError('The agent was given no address.')
    const intervalMs = Math.max(MIN_INTERVAL_MS, run.packetIntervalMs)
    const fitting = Math.floor(Math.max(0, leftMs - run.minWaitMs) / intervalMs) + 1
    const packets = Math.min(run.packets, fitting)
    const isMac = process.platform === 'darwin'
    const { program, args } = loadPingPackage().commandFor(address, family === 6, {
      numeric: true,
      // macOS's ping6 has no such option; the signal ends it anyway.
      timeout: isMac && family === 6 ? false : Math.max(1, Math.ceil(leftMs / 1_000)),
      min_reply: packets,
      v6: family === 6,
      packetSize: Math.max(MIN_PACKET_SIZE, run.packetSize),
      extra: ['-i', String(intervalMs / 1_000)],
    })
    const startedAtMs = performance.now()
    const ended = await runCommand(program, args, { signal, maxOutput: MAX_OUTPUT })
    if (ended.kind === 'notStarted') {
      throw new IcmpError('The ping command of the agent cannot be started.')
    }
    const counted =
      ended.kind === 'ended'
        ? packets
        : countedPackets({ ...run, packets }, intervalMs, performance.now() - startedAtMs)
    const exitCode = ended.kind === 'ended' ? ended.exitCode : null
    const replies = repliesOf(address, ended.output, counted, exitCode)
    if (replies.length === 0) throw new IcmpError(TOO_BUSY)
    return replies
  }

  return {
    engine: 'pingCommand',
    async ping(run, signal) {
      const beganAtMs = performance.now()
      const leave = await lane.enter(signal)
      if (leave === null) throw new IcmpError(TOO_BUSY)
      try {
        return await pingOnce(run, signal, run.limitMs - (performance.now() - beganAtMs))
      } finally {
        leave()
      }
    },
  }
}
