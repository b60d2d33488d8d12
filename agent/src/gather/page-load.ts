import { DEVICE_OPTION } from '@sightline/shared/analyses/device'
import { MAX_URL_LENGTH } from '@sightline/shared/analyses/fetched-page'
import { z } from 'zod'
import { DEVICES } from '../browser/devices.ts'
import { printable } from '../printable.ts'
import { WorkRefusal } from '../run/work.ts'
import type { Gatherer } from './gatherer.ts'
import { followLoad } from './page-load/follow-load.ts'
import type { LoadLog } from './page-load/load-log.ts'
import { createLoadLog } from './page-load/load-log.ts'
import { renderRefusal } from './render-refusal.ts'
import { visitTarget } from './visit-target.ts'

/** A page that is not loaded by then is told as far as it came. */
const ENOUGH_MS = 45_000
/** A page of which nothing came by then is given up, early enough for the way back. */
const GIVE_UP_MS = 55_000

const Options = z.object(DEVICE_OPTION)

/** Loads the page in the browser and writes down every request.
 *  @throws WorkRefusal when no page came */
export const gatherPageLoad: Gatherer<'pageLoad'> = async (context) => {
  const { device } = Options.parse(context.options)
  const enough = AbortSignal.timeout(ENOUGH_MS)
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(GIVE_UP_MS)])
  let log: LoadLog
  const page = await visitTarget(
    {
      headers: {},
      userAgent: null,
      credentials: null,
      waitFor: { kind: 'settled', enough },
      verifyTls: true,
      family: 'any',
      device: DEVICES[device],
    },
    {
      async before(session, proxy) {
        log = createLoadLog(() => performance.now(), proxy)
        await followLoad(session, log)
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
    isComplete: page.isLoaded && !page.wasCut && !page.seen.isCut,
  }
}
