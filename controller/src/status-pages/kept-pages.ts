import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Logger } from '@sightline/shared/logger'
import type { PublicStatus } from './shown/public-status.ts'
import type { ReadStatus } from './shown/read-status.ts'

/** Something of a page as it is sent: made once for all who ask. */
export interface KeptBody {
  readonly bytes: Buffer
  readonly brotli: Buffer
  readonly gzip: Buffer
  /** Quoted, as in the header. */
  readonly etag: string
}

/** What was read of a page, and what was made of it. */
export interface KeptPage {
  readonly status: PublicStatus
  /** A form of it, such as its HTML. @param form names it; the same for the same @param make text of it */
  readonly body: (form: string, make: (status: PublicStatus) => string) => Promise<KeptBody>
}

/** Pages that are read by many at once, most of all when something is down. */
export interface KeptPages {
  /** @returns null when there is no such page for the public
   *  @throws what reading it threw, where nothing is known of it */
  readonly get: (pageId: number) => Promise<KeptPage | null>
  readonly forget: () => void
}

/** Readers see what was true so long ago at most, where somebody asks every second. */
const FRESH_MS = 3_000
/** What is older is not shown while newer is read, unless that fails. */
const STALE_MS = 20_000
/** How long a page is shown while the database is away. */
const LAST_RESORT_MS = 3_600_000
const MAX_PAGES = 500
/** Forms of one page, such as the badges of each of its components. */
const MAX_FORMS = 700
const BROTLI_QUALITY = 5

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function bodyOf(text: string): Promise<KeptBody> {
  const bytes = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [brotli, zipped] = await Promise.all([
    compressBrotli(bytes, { params }),
    compressGzip(bytes),
  ])
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { bytes, brotli, gzip: zipped, etag: `"${digest}"` }
}

function keptPage(status: PublicStatus): KeptPage {
  const bodies = new Map<string, Promise<KeptBody>>()
  return {
    status,
    body(form, make) {
      const known = bodies.get(form)
      if (known !== undefined) return known
      const made = bodyOf(make(status))
      if (bodies.size < MAX_FORMS) bodies.set(form, made)
      return made
    },
  }
}

interface Entry {
  readonly page: KeptPage
  readonly madeAtMs: number
}

/** Keeps pages in memory: each is read at most every three seconds however many ask, and while the database is away the
 *  last one is shown. */
export function createKeptPages(read: ReadStatus, log: Logger): KeptPages {
  const entries = new Map<number, Entry>()
  const readings = new Map<number, Promise<KeptPage | null>>()

  async function readAnew(pageId: number): Promise<KeptPage | null> {
    const madeAtMs = performance.now()
    const status = await read(pageId)
    // The newest is the last, so that the oldest goes first.
    entries.delete(pageId)
    if (status === null) return null
    const page = keptPage(status)
    entries.set(pageId, { page, madeAtMs })
    const [oldest] = entries.keys()
    if (entries.size > MAX_PAGES && oldest !== undefined) entries.delete(oldest)
    return page
  }

  function refresh(pageId: number): Promise<KeptPage | null> {
    const reading = readings.get(pageId) ?? readAnew(pageId).finally(() => readings.delete(pageId))
    readings.set(pageId, reading)
    return reading
  }

  return {
    async get(pageId) {
      const known = entries.get(pageId)
      if (known === undefined) return refresh(pageId)
      const ageMs = performance.now() - known.madeAtMs
      if (ageMs < FRESH_MS) return known.page
      const reading = refresh(pageId)
      const failed = (error: unknown): KeptPage => {
        log.warn({ err: error }, 'a status page is shown as it was: it could not be read anew')
        return known.page
      }
      if (ageMs > LAST_RESORT_MS) return reading
      if (ageMs > STALE_MS) return reading.catch(failed)
      reading.catch(failed)
      return known.page
    },
    forget: () => entries.clear(),
  }
}
