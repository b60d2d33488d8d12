import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import { isIP } from 'node:net'
import { reverseName } from '../../dns/reverse-name.ts'
import { isAskable } from '../../dns/wire-name.ts'
import type { RecordType } from './comparable.ts'

/** Reads the name out of a monitor's URL; for the PTR record of an address it is the name under which
 *  DNS keeps that.
 *  @returns why there is no name to ask for, as a sentence, when there is none */
export function questionName(
  url: string,
  type: RecordType,
): { name: string } | { problem: string } {
  try {
    const { host } = parseMonitorUrl(url, 'dns')
    const isAddress = isIP(host) !== 0
    if (isAddress && type !== 'PTR') {
      return { problem: `${host} is an address: only its PTR record can be asked for.` }
    }
    const name = reverseName(host) ?? host
    return isAskable(name) ? { name } : { problem: 'The name of the monitor is no valid DNS name.' }
  } catch (error) {
    if (error instanceof MonitorUrlError)
      return { problem: 'This agent was given a target that is no DNS name.' }
    throw error
  }
}
