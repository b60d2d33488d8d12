import { anySignal } from '@sightline/shared/any-signal'
import { MAX_URL_LENGTH } from '@sightline/shared/analyses/fetched-page'
import { roundMs } from '../outcome/check-outcome.ts'
import { printable } from '../outcome/printable.ts'
import { leadOf } from '../redirects/lead.ts'
import type { RedirectStep, RedirectTrail } from '../redirects/trail.ts'
import type { Page } from '../http/page.ts'
import type { Fetched } from '../http/fetch.ts'
import { fetchTarget } from './fetch-target.ts'
import type { GatherContext, Gatherer } from './gatherer.ts'
import { isOwnTrouble, refusalOf } from './page.ts'

/** As many as browsers follow. Source: Fetch standard, "HTTP-redirect fetch" */
const MAX_HOPS = 20
/** How much of a page is looked at for a meta refresh. */
const SCANNED_BYTES = 64 * 1024
/** So that what was found before an address that never answers is told in time. */
const ALL_MS = 25_000

/** Every address is fetched by itself, so the guard judges each hop anew, and no cookie is sent on. */
const requestOf = (url: URL) => ({ url, maxBodyBytes: SCANNED_BYTES, followRedirects: 0 })

function stepOf(page: Page, lead: ReturnType<typeof leadOf>): RedirectStep {
  return {
    url: page.url,
    type: lead?.target instanceof URL ? lead.type : 'final',
    statusCode: page.statusCode,
    location: lead === null ? null : printable(lead.location, MAX_URL_LENGTH - 1),
    delaySeconds: lead?.delaySeconds ?? null,
    httpVersion: page.httpVersion,
    ms: page.totalMs,
    headers: page.headers,
  }
}

function unanswered(url: URL): RedirectStep {
  return {
    url: url.href,
    type: 'final',
    statusCode: null,
    location: null,
    delaySeconds: null,
    httpVersion: null,
    ms: 0,
    headers: {},
  }
}

/** Follows a first answer to where it leads, by redirects and meta refreshes. What goes wrong is part of
 *  the trail. */
async function follow(
  first: URL,
  answer: Fetched,
  { fetch, signal }: Pick<GatherContext, 'fetch' | 'signal'>,
): Promise<RedirectTrail> {
  const steps: RedirectStep[] = []
  const seen = new Set<string>()
  const end = (found: Partial<RedirectTrail> = {}): RedirectTrail => ({
    askedUrl: first.href,
    steps,
    isLoop: false,
    isCut: false,
    failure: null,
    isBlocked: false,
    totalMs: roundMs(steps.reduce((sum, { ms }) => sum + ms, 0)),
    ...found,
  })
  let url = first
  let fetched = answer
  for (;;) {
    if (!fetched.ok) {
      steps.push(unanswered(url))
      return end({ failure: fetched.failure, isBlocked: fetched.isBlocked })
    }
    const { page } = fetched
    const lead = leadOf(page)
    steps.push(stepOf(page, lead))
    seen.add(page.url)
    if (lead === null) return end()
    if (!(lead.target instanceof URL)) return end({ failure: lead.target })
    url = lead.target
    if (seen.has(url.href)) return end({ isLoop: true })
    if (steps.length > MAX_HOPS) return end({ isCut: true })
    fetched = await fetch(requestOf(url), signal)
  }
}

/** The trail of a target, until `signal` aborts.
 *  @throws WorkRefusal where it gives no answer at all, leads to where nothing may be fetched, or the
 *    agent's own trouble ends it */
export async function followTarget(
  network: Pick<GatherContext, 'target' | 'fetch' | 'signal'>,
): Promise<RedirectTrail> {
  const url = new URL(network.target.url)
  url.hash = ''
  const first = await fetchTarget(requestOf(url), network)
  if (!first.ok) throw refusalOf(first)
  const trail = await follow(new URL(first.page.url), first, network)
  const { failure, isBlocked } = trail
  if (failure !== null) {
    const failed = { ok: false, failure, isBlocked, hops: [] } as const
    if (isBlocked || isOwnTrouble(failed)) throw refusalOf(failed)
  }
  return trail
}

/** The trail of the address that was asked for, as far as it could be followed in time. */
export const gatherRedirects: Gatherer<'redirects'> = ({ target, fetch, signal }) =>
  followTarget({ target, fetch, signal: anySignal([signal, AbortSignal.timeout(ALL_MS)]) })
