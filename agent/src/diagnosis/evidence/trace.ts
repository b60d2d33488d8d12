import type { TraceReport } from '@sightline/shared/traceroute'
import { WorkRefusal } from '../../outcome/work.ts'
import type { Gather } from '../gather.ts'

/** To each hop: one that is lost must not look like much; more take too long. */
const PACKETS = 4

/** Traces the way to the address that failed. ICMP: it tells whether the host is there at all, which a
 *  firewall before a port would hide. */
export const gatherTrace: Gather<'trace'> = async ({ ip, host }, { trace }, signal) => {
  try {
    const input = { host: ip ?? host, protocol: 'icmp', packets: PACKETS, maxHops: 30 }
    const report = (await trace(input, signal)) as TraceReport
    return report.resolvedIp === null ? null : report
  } catch (error) {
    // This machine cannot trace, or the address may not be reached.
    if (error instanceof WorkRefusal) return null
    throw error
  }
}
