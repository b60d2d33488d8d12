import { anySignal } from '@sightline/shared/any-signal'
import { isIP } from 'node:net'
import type { CDPSession } from 'puppeteer'
import { createBoundedCache } from '../bounds/bounded-cache.ts'
import type { AnalysisBrowser } from './analysis-browser.ts'

/** The list of sites that Chrome reaches over https alone from the very first visit on. */
export interface PreloadList {
  /** Which of the hosts are on it; null where it is not known: there is no Chrome, it has no time, or it is
   *  older than ten weeks, from when on Chrome goes by its list no more, which none of its flags changes. Never
   *  throws. */
  readonly listed: (
    hosts: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly string[] | null>
}

/** A name of a top-level domain that is on the list as a whole: where Chrome does not know it, the list is
 *  out of force. Source: hstspreload.org, "Preloading TLDs" */
const CONTROL = 'preloaded.dev'
/** Chrome asks no server on this port, whatever the scheme, but looks into its list before. */
const UNSAFE_PORT = 1
const LOOK_MS = 4_000
const MAX_HOSTS = 10
/** As long as an answer counts: Chrome may be updated, and its list goes out of force. */
const MAX_AGE_MS = 86_400_000
const MAX_KNOWN = 20_000

const addressOf = (host: string): string => `http://${host}:${UNSAFE_PORT}/`

/** Has a blank page navigate to the hosts, one after the other; none of them is asked for anything.
 *  @param redirected is told those that Chrome leads to https by itself */
async function navigateToAll(
  session: CDPSession,
  hosts: readonly string[],
  redirected: (host: string) => void,
): Promise<void> {
  session.on('Network.requestWillBeSent', ({ redirectResponse }) => {
    const reason = redirectResponse?.headers['Non-Authoritative-Reason']
    if (reason === 'HSTS') redirected(new URL(redirectResponse?.url ?? '').hostname)
  })
  await session.send('Network.enable')
  for (const host of hosts) await session.send('Page.navigate', { url: addressOf(host) })
}

/** Asks the agent's Chrome, whose list comes with it and is read without any network: a navigation to a host
 *  on it is led to https before anything else happens. What was learned is kept for a day.
 *  @param now UNIX ms */
export function createPreloadList(
  browser: Pick<AnalysisBrowser, 'missing' | 'visit'>,
  now: () => number = Date.now,
): PreloadList {
  const known = createBoundedCache<{ isListed: boolean; untilMs: number }>({
    maxEntries: MAX_KNOWN,
    maxBytes: Infinity,
    bytesOf: () => 0,
  })
  let outOfForceUntilMs = 0

  function knownOf(host: string): boolean | null {
    const entry = known.get(host)
    return entry === undefined || entry.untilMs <= now() ? null : entry.isListed
  }

  /** @returns whether the list is in force, and was read */
  async function look(hosts: readonly string[], signal: AbortSignal): Promise<boolean> {
    const redirected = new Set<string>()
    let isRead = false
    const request = {
      url: new URL(addressOf(CONTROL)),
      headers: {},
      userAgent: null,
      credentials: null,
      waitFor: { kind: 'load' },
      verifyTls: false,
      family: 'any',
    } as const
    const visitor = {
      before: async (session: CDPSession) => {
        await navigateToAll(session, [...hosts, CONTROL], (host) => redirected.add(host))
        isRead = true
      },
      look: () => Promise.resolve(null),
      skipsDocument: true,
    }
    // No page comes of it: its last navigation is as vain as the others.
    await browser.visit(request, visitor, signal)
    if (!isRead) return false
    const untilMs = now() + MAX_AGE_MS
    if (!redirected.has(CONTROL)) {
      outOfForceUntilMs = untilMs
      return false
    }
    for (const host of hosts) known.set(host, { isListed: redirected.has(host), untilMs })
    return true
  }

  return {
    async listed(asked, whole) {
      if (browser.missing !== null || outOfForceUntilMs > now()) return null
      // No address is on the list.
      const hosts = [...new Set(asked)].filter((host) => isIP(host.replace(/^\[|\]$/g, '')) === 0)
      const unknown = hosts.filter((host) => knownOf(host) === null)
      if (unknown.length > MAX_HOSTS) return null
      const signal = anySignal([whole, AbortSignal.timeout(LOOK_MS)])
      if (unknown.length > 0 && !(await look(unknown, signal))) return null
      return hosts.filter((host) => knownOf(host) === true)
    },
  }
}
