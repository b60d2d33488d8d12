import type { AddressGuard } from '@sightline/shared/address'
import { AppError } from '@sightline/shared/errors'
import { MonitorUrlError, parseMonitorUrl, withoutUserInfo } from '@sightline/shared/monitor-url'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { WorkInput, WorkOutput } from '@sightline/shared/work-kinds'
import { isIP } from 'node:net'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { askedRegion, capableRegions } from '../regions/capable-regions.ts'
import type { OnDemandDesk } from './desk.ts'
import type { PreferRegions } from './prefer-regions.ts'
import { MAY_BE_ALLOWED } from '../input/may-be-allowed.ts'

/** As long as a trace may take; the agent tells what it knows by then. */
const TIMEOUT_MS = 25_000

/** What somebody wants traced; `region` null for the nearest that can. */
export interface TracerouteRequest extends Omit<WorkInput<'traceroute'>, 'host'> {
  readonly host: string
  readonly region: string | null
  /** Where the caller is, as regions name it; null when nobody knows. */
  readonly continent: string | null
  /** For whom, as `WorkRequest.sharer`. */
  readonly sharer: string
  /** Who asks; null of a key without a workspace. */
  readonly workspaceId: number | null
}

export type Traceroute = (
  request: TracerouteRequest,
  signal: AbortSignal,
) => Promise<WorkOutput<'traceroute'> & { region: string }>

const RETRY_AFTER = { 'Retry-After': '5' }

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
    const sent = withoutUserInfo(text.trim())
    const shown = sent.length > MAX_SHOWN_HOST ? `${sent.slice(0, MAX_SHOWN_HOST)}…` : sent
    throw new AppError(
      'badRequest',
      `The query parameter "host" is "${shown.toWellFormed()}", but must be a host name or an address such as example.com or 2001:db8::1; a port goes into the parameter "port".`,
    )
  }
  const reason = isIP(host) === 0 ? null : guard.reasonBlocked(host)
  if (reason === null) return host
  throw new AppError(
    'badRequest',
    `The query parameter "host" cannot be used: "${host}" is ${reason}. ${MAY_BE_ALLOWED}.`,
  )
}

/** What an agent's refusal is to whoever asked. What it refuses of a request is the name, which it alone resolves.
 *  Whatever a target does is told in a trace's verdict: where there is none, the agent was lost, silent
 *  or made no sense, and another try may find another one. Source: contract, "Errors" (Monitoring API) */
function asAnswered(error: unknown, host: string): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message } = error
  if (code === 'badRequest') {
    const named = `The query parameter "host" is "${host}", which cannot be traced. ${message}`
    return new AppError('badRequest', named, { cause: error })
  }
  if (code !== 'upstreamFailed') return error
  return new AppError('unavailable', message, { headers: RETRY_AFTER, cause: error })
}

/** Traces the path from a region to a host. Names are resolved and judged by the agent.
 *  Source: decisions, section 7 */
export function createTraceroute(parts: {
  db: Queryable
  guard: AddressGuard
  desk: OnDemandDesk
  preferRegions: PreferRegions
}): Traceroute {
  return async ({ region: asked, continent, sharer, workspaceId, ...input }, signal) => {
    const host = readHost(input.host, parts.guard)
    const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
    const capability = 'traceroute'
    const able = capableRegions(known, askedRegion(asked), capability, 'trace routes')
    const [region = ''] = await parts.preferRegions(able, host, continent)
    const asking = {
      region,
      input: { ...input, host },
      isOperators: await isOperatorsWorkspace(parts.db, workspaceId),
      capability,
      timeoutMs: TIMEOUT_MS,
      sharer,
      signal,
    }
    try {
      const { output } = await parts.desk.request('traceroute', asking)
      return { ...output, region }
    } catch (error: unknown) {
      throw asAnswered(error, host)
    }
  }
}
