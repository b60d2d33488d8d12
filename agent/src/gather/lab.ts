import { anySignal } from '@sightline/shared/any-signal'
import { LighthouseOptions } from '@sightline/shared/analyses/lighthouse'
import { LaunchError } from '../browser/launch.ts'
import type { LabFindings } from '../lighthouse/findings.ts'
import { labRefusal } from '../lighthouse/refusal.ts'
import { WorkRefusal } from '../run/work.ts'
import { fetchTarget } from './fetch-target.ts'
import type { GatherContext, Gatherer } from './gatherer.ts'
import { isOwnTrouble, refusalOf } from './page.ts'
import { renderRefusal } from './render-refusal.ts'

/** All of it, the wait for a turn too: the call has 60 s. Source: decisions, section 4 */
const ALL_MS = 55_000
/** Who waited longer for his turn may lack the time for a page that is only slow. */
const MAX_FREE_WAIT_MS = 5_000
/** Longer than the client waits for a connection. A server that is slower may still be quick enough for
 *  the browser. */
const LOOK_MS = 12_000
const LOOKED_AT_BYTES = 16 * 1024

const TOO_MUCH =
  'The page loads more than 200 MB, or too much at once: figures of a part of it would be wrong.'

/** Where no address is reached, the browser would not reach it either. */
const UNREACHED = new Set(['dns', 'connect', 'tls'])

/** Finds out by one request what a run of Lighthouse would take 10 s for: that the address may not be
 *  reached, or gives no answer, or (asked for without a scheme) answers over http.
 *  @returns what the browser is to load
 *  @throws WorkRefusal when there is nothing to load */
async function lookAt({ target, fetch }: GatherContext, limit: AbortSignal): Promise<URL> {
  const url = new URL(target.url)
  const signal = anySignal([limit, AbortSignal.timeout(LOOK_MS)])
  const request = { url, maxBodyBytes: LOOKED_AT_BYTES }
  const looked = await fetchTarget(request, { target, fetch, signal })
  if (looked.ok) {
    const { page } = looked
    url.protocol = new URL(page.hops[0]?.url ?? page.url).protocol
    return url
  }
  const isUnreached = UNREACHED.has(looked.failure.phase ?? '')
  if (looked.isBlocked || isUnreached || isOwnTrouble(looked)) throw refusalOf(looked)
  return url
}

/** What Lighthouse measures of the page.
 *  @throws WorkRefusal when it measures nothing */
export const gatherLab: Gatherer<'lab'> = async (context) => {
  const { target, options, browser, runLighthouse } = context
  const { device } = LighthouseOptions.parse(options)
  const limit = anySignal([context.signal, AbortSignal.timeout(ALL_MS)])
  const startedAtMs = performance.now()
  const url = await lookAt(context, limit)
  const lookedAtMs = performance.now()
  const used = await browser.withOwnChrome(
    { family: 'any' },
    limit,
    async ({ program, folder, proxy, signal }): Promise<LabFindings | WorkRefusal> => {
      const isHurried = performance.now() - lookedAtMs > MAX_FREE_WAIT_MS
      const timeoutMs = ALL_MS - (performance.now() - startedAtMs)
      const { port, credentials } = proxy
      const job = { url: url.href, device, timeoutMs, program, folder }
      const run = await runLighthouse({ ...job, proxy: { port, credentials } }, signal)
      if (run.kind === 'noChrome') throw new LaunchError(run.message)
      if (run.kind !== 'findings') return labRefusal(run, { asked: url, proxy, isHurried })
      return proxy.wasCut() ? new WorkRefusal('upstreamFailed', TOO_MUCH) : run.findings
    },
  )
  if (!used.ok) throw renderRefusal(used)
  if (used.value instanceof WorkRefusal) throw used.value
  return { askedUrl: target.url, findings: used.value }
}
