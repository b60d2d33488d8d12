import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { Tally } from './tally.ts'

/** A tally that keeps what it is told. */
export interface AddressList extends Tally {
  /** The addresses that were counted and can be crawled, one a line, in their order. */
  readonly lines: () => Uint8Array
}

/** Keeps all addresses that a tally counts, as `crawlUrl` writes them. */
export function listAddresses(tally: Tally, dropTracking: boolean): AddressList {
  const urls: string[] = []
  return {
    ...tally,
    add(written) {
      const problem = tally.add(written)
      const url = problem === null ? crawlUrl(written.loc, dropTracking) : null
      if (url !== null) urls.push(url)
      return problem
    },
    lines: () => new TextEncoder().encode(urls.map((url) => `${url}\n`).join('')),
  }
}
