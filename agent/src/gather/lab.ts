import { LighthouseOptions } from '@sightline/shared/analyses/lighthouse'
import type { OwnChrome } from '../browser/browser.ts'
import { LaunchError } from '../browser/launch.ts'
import type { FailedRun } from '../lighthouse/refusal.ts'
import { labRefusal } from '../lighthouse/refusal.ts'
import type { RunOutcome } from '../lighthouse/run-lighthouse.ts'
import { runLighthouse } from '../lighthouse/run-lighthouse.ts'
import type { Gatherer } from './gatherer.ts'
import { renderRefusal } from './render-refusal.ts'

/** All of it, the wait for a turn too: the call has 60 s. Source: decisions, section 4 */
const ALL_MS = 55_000
/** Who waited longer for his turn may lack the time for a page that is only slow. */
const MAX_FREE_WAIT_MS = 5_000

/** Whether the address itself gave no answer at all. */
const isUnreached = (run: RunOutcome, asked: URL): boolean =>
  run.kind === 'noDocument' && run.failure.url === asked.href && run.failure.statusCode === null

/** What Lighthouse measures of the page. A bare host is asked over https, then over http if that cannot be
 *  reached.
 *  @throws WorkRefusal when it measures nothing */
export const gatherLab: Gatherer<'lab'> = async ({ target, options, browser, signal }) => {
  const { device } = LighthouseOptions.parse(options)
  const asked = new URL(target.url)
  const askedAtMs = performance.now()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ALL_MS)])

  async function measure(url: URL, own: OwnChrome): Promise<RunOutcome> {
    const { program, folder, proxy } = own
    const { port, credentials } = proxy
    const job = { url: url.href, device, program, folder, proxy: { port, credentials } }
    const run = await runLighthouse(job, own.signal)
    if (run.kind === 'noChrome') throw new LaunchError(run.message)
    return run
  }

  const used = await browser.withOwnChrome({ family: 'any' }, limit, async (own) => {
    const isHurried = performance.now() - askedAtMs > MAX_FREE_WAIT_MS
    let run = await measure(asked, own)
    const isRefused = own.proxy.refusalOf(asked.href)?.isBlocked === true
    if (target.isBare && isUnreached(run, asked) && !isRefused) {
      const overHttp = new URL(asked)
      overHttp.protocol = 'http:'
      const second = await measure(overHttp, own)
      if (second.kind === 'findings') run = second
    }
    if (run.kind === 'findings') return run.findings
    return labRefusal(run as FailedRun, { asked, proxy: own.proxy, isHurried })
  })
  if (!used.ok) throw renderRefusal(used)
  if (used.value instanceof Error) throw used.value
  return { askedUrl: target.url, findings: used.value }
}
