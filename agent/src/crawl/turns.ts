import { enterGate } from '../bounds/enter-gate.ts'
import { hostOf } from '../net/target-host.ts'
import type { CrawlTools } from './crawl-tools.ts'
import type { HostSigns } from './host-signs.ts'
import type { Pacer } from './pacer.ts'

/** Does what begins with a request when its turn has come, in a place of the lane of crawls.
 *  @returns null where the host is to be left alone by then */
export type TakeTurn = <T>(url: string, work: () => Promise<T>) => Promise<T | null>

export function createTurns(
  { lanes, giveWay }: Pick<CrawlTools, 'lanes' | 'giveWay'>,
  pacer: Pacer,
  signs: HostSigns,
  signal: AbortSignal,
): TakeTurn {
  return async (url, work) => {
    const host = hostOf(url)
    const leave = await pacer.begin(async () => {
      if (signs.mustRest(host)) return null
      await giveWay(signal)
      return enterGate(lanes.crawl, host, signal)
    })
    try {
      return leave === null || signs.mustRest(host) ? null : await work()
    } finally {
      leave?.()
    }
  }
}
