import { anySignal } from '@sightline/shared/any-signal'
import { MAX_URL_LENGTH } from '@sightline/shared/analyses/fetched-page'
import { WaterfallOptions } from '@sightline/shared/analyses/waterfall'
import { DEVICES } from '../browser/devices.ts'
import { printable } from '../outcome/printable.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { Gatherer } from './gatherer.ts'
import { filmLoad } from './page-load/film-load.ts'
import { followLoad } from './page-load/follow-load.ts'
import type { LoadLog } from './page-load/load-log.ts'
import { createLoadLog } from './page-load/load-log.ts'
import { createReel } from './page-load/reel.ts'
import { renderRefusal } from '../browser/render-refusal.ts'
import { visitTarget } from './visit-target.ts'

/** How long a page may take, from when it is asked for; its wait for a place is part of it. */
export interface LoadLimits {
  /** A page that is not loaded by then is told as far as it came. */
  readonly enoughMs: number
  /** A page of which nothing came by then is given up. */
  readonly giveUpMs: number
}

/** How pages are loaded. */
interface LoadRules extends LoadLimits {
  /** Whether what has no good certificate counts as not loaded, as for people; true unless said. */
  readonly verifyTls?: boolean
}

/** Within the 60 s of what is rendered, with time for the way back. Source: decisions, section 4 */
const LIMITS: LoadLimits = { enoughMs: 45_000, giveUpMs: 55_000 }

/** What of the options a load depends on. */
const Options = WaterfallOptions.pick({ device: true, filmstrip: true })

/** Loads pages in the browser and writes down every request.
 *  @returns a gatherer that throws a WorkRefusal when no page came */
export const pageLoadGatherer =
  ({ enoughMs, giveUpMs, verifyTls = true }: LoadRules): Gatherer<'pageLoad'> =>
  async (context) => {
    const { device, filmstrip } = Options.parse(context.options)
    const reel = filmstrip === 'true' ? createReel() : null
    const enough = AbortSignal.timeout(enoughMs)
    const signal = anySignal([context.signal, AbortSignal.timeout(giveUpMs)])
    let log: LoadLog
    const page = await visitTarget(
      {
        headers: {},
        userAgent: null,
        credentials: null,
        waitFor: { kind: 'settled', enough },
        verifyTls,
        family: 'any',
        device: DEVICES[device],
      },
      {
        async before(session, proxy, parts) {
          log = createLoadLog(() => performance.now(), proxy)
          followLoad(session, parts, log)
          if (reel !== null) await filmLoad(session, reel)
        },
        look: () => Promise.resolve(log.read()),
        skipsDocument: true,
      },
      { ...context, signal },
    )
    if (!page.ok) throw renderRefusal(page)
    if (page.statusCode === null) {
      throw new WorkRefusal('upstreamFailed', 'The page led on to one that came from no server.')
    }
    return {
      ...page.seen,
      askedUrl: context.target.url,
      url: printable(page.url, MAX_URL_LENGTH - 1),
      statusCode: page.statusCode,
      film: reel?.read() ?? null,
      isComplete: page.isLoaded && !page.wasCut && !page.seen.isCut,
    }
  }

/** Loads the page within the time of what is rendered.
 *  @throws WorkRefusal when no page came */
export const gatherPageLoad = pageLoadGatherer(LIMITS)
