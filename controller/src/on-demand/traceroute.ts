import type { AddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { WorkInput, WorkOutput } from '@sightline/shared/work-kinds'
import { isIP } from 'node:net'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { capableRegions } from './capable-regions.ts'
import type { OnDemandDesk } from './desk.ts'

/** As long as a trace may take; the agent tells what it knows by then. */
const TIMEOUT_MS = 25_000

/** What somebody wants traced; `region` null for any that can. */
export interface TracerouteRequest extends Omit<WorkInput<'traceroute'>, 'host'> {
  readonly host: string
  readonly region: string | null
}

export type Traceroute = (
  request: TracerouteRequest,
  signal: AbortSignal,
) => Promise<WorkOutput<'traceroute'> & { region: string }>

const MAX_SHOWN_HOST = 100

function hostIn(text: string): string | null {
  try {
    return parseMonitorUrl(isIP(text) === 6 ? `[${text}]` : text, 'ping').host
  } catch (error: unknown) {
    if (error instanceof MonitorUrlError) return null
    throw error
  }
}

/** @throws AppError badRequest when it is no host, or one that may not be reached */
function readHost(text: string, guard: AddressGuard): string {
  const host = hostIn(text.trim())
  if (host === null) {
    const shown = text.length > MAX_SHOWN_HOST ? `${text.slice(0, MAX_SHOWN_HOST)}…` : text
    throw new AppError(
      'badRequest',
      `The query parameter "host" is "${shown.toWellFormed()}", but must be a host name or an address such as example.com or 2001:db8::1; a port goes into the parameter "port".`,
    )
  }
  const reason = isIP(host) === 0 ? null : guard.reasonBlocked(host)
  if (reason === null) return host
  throw new AppError(
    'badRequest',
    `The query parameter "host" cannot be used: "${host}" is ${reason}. The operator of this installation can allow it.`,
  )
}

/** Traces the path from a region to a host. Names are resolved and judged by the agent.
 *  Source: decisions, section 7 */
export function createTraceroute(parts: {
  db: Queryable
  guard: AddressGuard
  desk: OnDemandDesk
}): Traceroute {
  return async ({ region: asked, ...input }, signal) => {
    const host = readHost(input.host, parts.guard)
    const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
    const capability = 'traceroute'
    const named = asked === null ? null : [asked]
    const [region = ''] = capableRegions(known, named, capability, 'trace routes')
    const { output } = await parts.desk.request('traceroute', {
      region,
      input: { ...input, host },
      capability,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    return { ...output, region }
  }
}
