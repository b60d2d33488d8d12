import type { Logger } from '@sightline/shared/logger'
import type { Database } from '../db/pool.ts'
import type { PublishedPageRow } from '../db/status-page-reads.ts'
import { readPublishedPages } from '../db/status-page-reads.ts'
import { within } from './patience.ts'

/** Which pages the public may read, held in memory: an address that is no page costs the database nothing, and the
 *  host of a request must be known before anything is asked. */
export interface Directory {
  readonly find: (slug: string) => Promise<PublishedPageRow | null>
  /** Pages that are to be listed, by title. */
  readonly listed: () => Promise<readonly PublishedPageRow[]>
  /** The page of a host name, as far as it is known now. */
  readonly atHost: (host: string) => PublishedPageRow | null
  /** Something changed here: who asks next hears of it. Other controllers know within seconds. */
  readonly forget: () => void
}

const KEPT_MS = 5_000
/** Of a whole installation; each takes some 300 bytes. */
const MAX_PAGES = 20_000

interface Known {
  readonly bySlug: ReadonlyMap<string, PublishedPageRow>
  readonly byHost: ReadonlyMap<string, PublishedPageRow>
}

const NONE: Known = { bySlug: new Map(), byHost: new Map() }

export function createDirectory(db: Database, log: Logger): Directory {
  let known = NONE
  let readAtMs = -Infinity
  let failedAtMs = -Infinity
  let reading: Promise<void> | null = null

  /** @param isWanted whether nothing has changed since the reading began: else it is done once more */
  async function read(isWanted: () => boolean): Promise<void> {
    const pages = await readPublishedPages(db, MAX_PAGES)
    if (!isWanted()) return refresh()
    known = {
      bySlug: new Map(pages.map((page) => [page.slug, page])),
      byHost: new Map(pages.flatMap((page) => (page.host === null ? [] : [[page.host, page]]))),
    }
    readAtMs = performance.now()
  }

  /** One reading at a time; whoever comes meanwhile waits for the same. */
  function refresh(): Promise<void> {
    if (reading !== null) return reading
    const isCurrent = (): boolean => reading === own
    const own = read(isCurrent).finally(() => {
      if (isCurrent()) reading = null
    })
    reading = own
    return own
  }

  async function current(): Promise<Known> {
    const nowMs = performance.now()
    if (nowMs - readAtMs < KEPT_MS) return known
    // While the database is away the pages that were there are still told of.
    const isToBeSpared = known !== NONE && nowMs - failedAtMs < KEPT_MS
    if (isToBeSpared) return known
    if (known === NONE) await refresh()
    else if ((await within(tried(), 'later')) !== 'read') failedAtMs = performance.now()
    return known
  }

  async function tried(): Promise<'read' | 'later'> {
    try {
      await refresh()
      return 'read'
    } catch (error: unknown) {
      log.debug({ err: error }, 'status pages not read')
      return 'later'
    }
  }

  return {
    find: async (slug) => (await current()).bySlug.get(slug) ?? null,
    listed: async () => [...(await current()).bySlug.values()].filter(({ listed }) => listed),
    atHost(host) {
      if (performance.now() - readAtMs >= KEPT_MS) void tried()
      return known.byHost.get(host) ?? null
    },
    forget() {
      readAtMs = -Infinity
      // Begun before the change, it may end with what was.
      reading = null
    },
  }
}
