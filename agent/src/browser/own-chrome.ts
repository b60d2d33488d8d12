import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Dial } from '../net/dial.ts'
import type { Browser, OwnChrome } from './browser.ts'
import type { WithProgram } from './chrome-programs.ts'
import { STOPPING } from './chrome-programs.ts'
import { createGuardProxy } from './guard-proxy.ts'
import { LaunchError } from './launch.ts'
import type { PagePlaces } from './page-places.ts'
import { createPagePlaces } from './page-places.ts'
import { refuse } from './page-turn.ts'
import type { ProxyLimits } from './guard-proxy/context-share.ts'

/** Who wants a Chrome of his own waits no longer for it: what it is for takes most of a call's time. */
const MAX_LINE_MS = 20_000
/** More would not be served in that time. */
const MAX_LINE = 3

/** A page that is measured is loaded with all that it has. */
const OWN_LIMITS: ProxyLimits = { maxBytes: 200_000_000, maxConnections: 100 }

const LINE_TOO_LONG =
  'The browser of this agent is busy: it measures one page after the other, and too many wait.'

/** @param from.missing why there is no Chrome; null when there is
 *  @param from.profiles folder of this agent alone */
export function createWithOwnChrome(from: {
  readonly missing: string | null
  readonly dial: Dial
  readonly profiles: string
  readonly places: PagePlaces
  readonly withProgram: WithProgram
  readonly stopping: AbortSignal
}): Browser['withOwnChrome'] {
  const { missing, dial, profiles, places, withProgram, stopping } = from
  const line = createPagePlaces({ total: 1, waiting: MAX_LINE })

  /** A way out and a folder for a Chrome of somebody's own, until he is done. */
  async function lend<T>(
    family: IpFamily,
    signal: AbortSignal,
    use: (own: OwnChrome) => Promise<T>,
  ): Promise<T> {
    return withProgram(async (program) => {
      await mkdir(profiles, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(path.join(profiles, 'own-'))
      const proxy = await createGuardProxy(dial, family, OWN_LIMITS)
      try {
        return await use({ program, folder, proxy, signal })
      } finally {
        proxy.close()
        await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    })
  }

  return async ({ family }, signal, use) => {
    if (missing !== null) return refuse('unavailable', missing)
    const limit = anySignal([signal, stopping])
    const waiting = anySignal([limit, AbortSignal.timeout(MAX_LINE_MS)])
    const leaveLine = await line.take(waiting)
    const giveBackPlace = leaveLine === null ? null : await places.take(waiting)
    try {
      if (stopping.aborted) return refuse('stopping', STOPPING)
      if (giveBackPlace === null) return refuse('noRoom', LINE_TOO_LONG)
      return { ok: true, value: await lend(family, limit, use) }
    } catch (error) {
      if (stopping.aborted) return refuse('stopping', STOPPING)
      if (!(error instanceof LaunchError)) throw error
      return refuse('unavailable', error.message)
    } finally {
      giveBackPlace?.()
      leaveLine?.()
    }
  }
}
