import { unmapped } from '@sightline/shared/address'
import { isIP } from 'node:net'
import { IcmpError } from '../icmp/engine.ts'
import { runCommand } from '../programs/run-command.ts'
import { parseTraceroute } from './parse-traceroute.ts'
import type { RawTrace, TraceRun, Tracer } from './tracer.ts'
import { NO_WAY } from './tracer.ts'

const MAX_OUTPUT = 64 * 1024
const NEEDS_PRIVILEGES = /privilege|not permitted|permission denied|root|superuser/i

/** Options that say what to send, which the two families of traceroute spell differently. */
function protocolArgs(run: TraceRun, isMac: boolean): string[] {
  const port = run.port === null ? [] : ['-p', String(run.port)]
  if (isMac) return ['-P', run.protocol, ...(run.protocol === 'icmp' ? [] : port)]
  switch (run.protocol) {
    case 'icmp':
      return ['-I']
    case 'tcp':
      return ['-T', ...port]
    default:
      // -U keeps to one port, where plain -p only begins there.
      return run.port === null ? [] : ['-U', ...port]
  }
}

/** The arguments of one trace: an array, with nothing in it but options, numbers and the address.
 *  @throws IcmpError for what is no address */
export function tracerouteArgs(run: TraceRun, platform: NodeJS.Platform): string[] {
  const address = unmapped(run.address)
  if (isIP(address) === 0 || address.includes('%'))
    throw new IcmpError('The agent was given no address.')
  const isMac = platform === 'darwin'
  return [
    '-n',
    '-q',
    String(run.packets),
    '-m',
    String(run.maxHops),
    // Linux sends to many hops at once, macOS waits for each packet.
    '-w',
    isMac ? '1' : '3',
    ...protocolArgs(run, isMac),
    address,
  ]
}

/** Traces with the system's own command.
 *  @param programs absolute paths; `traceroute6` only exists where the first does not do IPv6 */
export function createCommandTracer(programs: {
  traceroute: string
  traceroute6: string | null
}): Tracer {
  const { platform } = process
  return {
    engine: 'tracerouteCommand',
    async trace(run, signal): Promise<RawTrace> {
      const address = unmapped(run.address)
      const isMacIpv6 = platform === 'darwin' && isIP(address) === 6
      const program = isMacIpv6 ? programs.traceroute6 : programs.traceroute
      if (program === null) throw new IcmpError('This agent cannot trace over IPv6.')
      const args = tracerouteArgs(run, platform)
      const ended = await runCommand(program, args, { signal, maxOutput: MAX_OUTPUT })
      if (ended.kind === 'notStarted') {
        throw new IcmpError('The traceroute command of the agent cannot be started.')
      }
      const hops = parseTraceroute(ended.output, address)
      const isCutShort = ended.kind === 'stopped'
      if (hops.length > 0 || isCutShort) return { hops, isCutShort }
      if (/unreachable|no route/i.test(ended.output)) return NO_WAY
      throw new IcmpError(
        NEEDS_PRIVILEGES.test(ended.output)
          ? `This agent may not trace over ${run.protocol}: install mtr-tiny (it has mtr-packet) on its machine.`
          : 'The traceroute command of the agent failed.',
      )
    },
  }
}
