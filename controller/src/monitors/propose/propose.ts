import { anySignal } from '@sightline/shared/any-signal'
import { isIP } from 'node:net'
import { AppError } from '@sightline/shared/errors'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import { schemeOf } from '@sightline/shared/monitor-url'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { readBareTarget } from '../../on-demand/bare-target.ts'
import { findMonitorOfTarget } from '../../db/monitors.ts'
import { sharerOfWorkspace } from '../../limits/sharer.ts'
import { createJudgeHost } from '../../on-demand/judge-host.ts'
import type { CheckUptime } from '../../on-demand/uptime-check.ts'
import { applySettings } from '../apply-settings.ts'
import type { MonitorContext } from '../monitor-context.ts'
import { placeOf, readTarget } from '../monitor-target.ts'
import type { FoundOut, Proposal } from './proposal.ts'
import { proposalsOf } from './proposal.ts'

/** Somebody waits for the list: what is not known by then is left out. */
const TRY_MS = 8_000
const RESOLVE_TIMEOUT_MS = 3_000

/** Names as a mail server has them; anything else that a name server says is not repeated. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i

/** A proposal, and whether the workspace watches that already. */
export interface CheckedProposal extends Proposal {
  /** Id of the monitor of the same target; null: there is none. */
  readonly monitorId: string | null
}

/** Finds out what can be watched of an address somebody typed.
 *  @param asked.continent where the caller is; null when nobody knows
 *  @throws AppError badRequest, forbidden for an address that may not be reached */
export type Propose = (
  asked: {
    readonly address: string
    readonly workspaceId: number
    readonly continent: string | null
  },
  signal: AbortSignal,
) => Promise<CheckedProposal[]>

export function createPropose(
  context: Pick<MonitorContext, 'db' | 'guard' | 'resolveName'> & {
    readonly resolver: Pick<NameResolver, 'mailExchangers'>
    readonly checkUptime: CheckUptime
  },
): Propose {
  const judgeHost = createJudgeHost(context)

  async function tryWeb(
    address: string,
    { workspaceId, continent }: { workspaceId: number; continent: string | null },
    signal: AbortSignal,
  ): Promise<FoundOut['web']> {
    const sharer = sharerOfWorkspace(workspaceId)
    const asked = { url: address, regions: null, continent, sharer, workspaceId }
    try {
      const patience = anySignal([signal, AbortSignal.timeout(TRY_MS)])
      const { url, regions, explanation } = await context.checkUptime(asked, patience)
      const answers = regions.some(({ statusCode }) => statusCode !== null)
      return { url, answers, explanation }
    } catch (error: unknown) {
      if (!(error instanceof AppError) || error.code === 'forbidden') throw error
      return null
    }
  }

  async function addressesOf(host: string): Promise<readonly string[] | null> {
    const found = await context.resolveName(host, { timeoutMs: RESOLVE_TIMEOUT_MS, family: 'any' })
    if (found.ok) return found.addresses
    return found.reason === 'nxdomain' || found.reason === 'noAddress' ? [] : null
  }

  async function mailServersOf(domain: string): Promise<readonly string[]> {
    const found = await context.resolver.mailExchangers(domain, { timeoutMs: RESOLVE_TIMEOUT_MS })
    return found.ok ? found.hosts : []
  }

  async function checked(proposal: Proposal, workspaceId: number): Promise<CheckedProposal> {
    const { url, type, settings } = proposal.monitor
    const { key } = placeOf(readTarget(url, type), applySettings(type, null, settings))
    const holder = await findMonitorOfTarget(context.db, workspaceId, key)
    return { ...proposal, monitorId: holder?.publicId ?? null }
  }

  return async ({ address, workspaceId, continent }, signal) => {
    const target = readAddress(address)
    const { host, type } = target
    const port = target.namesPort ? target.port : null
    await judgeHost(host, 'checked')
    const named = type === 'web' ? null : ofNamed(target)
    if (named !== null) return [await checked(named, workspaceId)]
    const isIp = isIP(host) !== 0
    const domain = host.replace(/^www\./, '')
    const isMail = isMailAddress(address)
    const [web, addresses, servers] = await Promise.all([
      isMail ? null : tryWeb(address.trim(), { workspaceId, continent }, signal),
      isIp ? null : addressesOf(host),
      isIp ? [] : mailServersOf(domain),
    ])
    const mailServers = servers.filter((name) => HOST_NAME.test(name))
    const found = { isMail, host, port, isIp, addresses, mailServers, domain, web }
    return Promise.all(proposalsOf(found).map((each) => checked(each, workspaceId)))
  }
}

const isMailAddress = (text: string): boolean => schemeOf(text) === null && text.includes('@')

/** Takes apart what was typed: anything that is a URL of a monitor, a bare host with a port or without, or a mail
 *  address. @throws AppError badRequest */
function readAddress(address: string): MonitorTarget {
  const text = address.trim()
  const host = isMailAddress(text) ? text.slice(text.lastIndexOf('@') + 1) : text
  return readBareTarget('address', host)
}

/** What a scheme says in so many words. */
function ofNamed({ type, url, host }: MonitorTarget): Proposal {
  const { does } = descriptionOf(type)
  const reason = `You named it: agents that can ${does} watch it.`
  return { what: 'service', reason, monitor: { type, url, name: host, settings: {} } }
}
