import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Logger } from '@sightline/shared/logger'
import { within } from './patience.ts'
import type { PublicStatus } from './shown/public-status.ts'
import type { ReadStatus } from './shown/read-status.ts'

/** Something of a page as it is sent: made once for all who ask. */
export interface KeptBody {
  readonly br: Buffer
  /** For readers who do not take the other: made when the first of them asks. */
  readonly gzip: () => Promise<Buffer>
  /** For the few who take nothing compressed: not kept, as it is forty times as large. */
  readonly plain: () => Promise<Buffer>
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
  /** It changed: who asks next reads it anew. */
  readonly forget: (pageId: number) => void
}

/** Readers see what was true so long ago at most, where somebody asks every second. */
const FRESH_MS = 5_000
/** What is older is not shown while newer is read, unless that fails. */
const STALE_MS = 20_000
/** How long a page is shown while the database is away. */
const LAST_RESORT_MS = 3_600_000
const MAX_PAGES = 500
/** On all pages together: one takes some 10 kB with its days. */
const MAX_COMPONENTS = 5_000
/** Forms of one page, such as three badges and an embed of each of its 200 components. */
const MAX_FORMS = 900
const BROTLI_QUALITY = 5

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const expandBrotli = promisify(brotliDecompress)

async function bodyOf(bytes: Buffer, etag: string): Promise<KeptBody> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const br = await compressBrotli(bytes, { params })
  const plain = (): Promise<Buffer> => expandBrotli(br)
  let zipped: Promise<Buffer> | undefined
  return { br, gzip: () => (zipped ??= plain().then((again) => compressGzip(again))), plain, etag }
}

type Bodies = Map<string, Promise<KeptBody>>

/** A page with its forms. */
interface Made extends KeptPage {
  readonly bodies: Bodies
}

/** @param before forms of the page as it was: what is still the same is not compressed again. Not that page itself,
 *    which would keep the one before it in turn. */
function madePage(status: PublicStatus, before: Bodies | undefined): Made {
  const bodies: Bodies = new Map()
  async function bodyAnew(form: string, text: string): Promise<KeptBody> {
    const bytes = Buffer.from(text)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const known = await before?.get(form)?.catch(() => undefined)
    return known?.etag === etag ? known : bodyOf(bytes, etag)
  }
  return {
    status,
    bodies,
    body(form, make) {
      const known = bodies.get(form)
      if (known !== undefined) return known
      const made = bodyAnew(form, make(status))
      // Whoever asks for ever new ones, as by the ports of a host, has the rest made once in so many, not each time.
      const [oldest] = bodies.keys()
      if (bodies.size >= MAX_FORMS && oldest !== undefined) bodies.delete(oldest)
      bodies.set(form, made)
      return made
    },
  }
}

interface Entry {
  readonly page: Made
  readonly madeAtMs: number
  /** When reading it anew failed last; -Infinity: it did not. */
  failedAtMs: number
}

/** Keeps pages in memory: each is read at most every five seconds however many ask, and while the database is away the
 *  last one is shown. */
export function createKeptPages(read: ReadStatus, log: Logger): KeptPages {
  const entries = new Map<number, Entry>()
  const readings = new Map<number, Promise<KeptPage | null>>()

  /** @param isWanted whether it has not changed since the reading began: else it is read once more */
  async function readAnew(pageId: number, isWanted: () => boolean): Promise<KeptPage | null> {
    const madeAtMs = performance.now()
    const status = await read(pageId)
    if (!isWanted()) return refresh(pageId)
    const before = entries.get(pageId)?.page
    // The newest is the last, so that the oldest goes first.
    entries.delete(pageId)
    if (status === null) return null
    const page = madePage(status, before?.bodies)
    entries.set(pageId, { page, madeAtMs, failedAtMs: -Infinity })
    forgetOldest()
    return page
  }

  function forgetOldest(): void {
    let components = 0
    for (const { page } of entries.values()) components += page.status.components.length
    for (const [pageId, { page }] of entries) {
      const isTooMuch = entries.size > MAX_PAGES || components > MAX_COMPONENTS
      if (!isTooMuch || entries.size === 1) return
      entries.delete(pageId)
      components -= page.status.components.length
    }
  }

  function refresh(pageId: number): Promise<KeptPage | null> {
    const known = readings.get(pageId)
    if (known !== undefined) return known
    const isCurrent = (): boolean => readings.get(pageId) === reading
    const reading = readAnew(pageId, isCurrent).finally(() => {
      if (isCurrent()) readings.delete(pageId)
    })
    readings.set(pageId, reading)
    return reading
  }

  /** What is shown where it could not be read anew, and for a while nobody tries that again. */
  function asItWas(entry: Entry, error: unknown): KeptPage {
    const triedAtMs = performance.now()
    if (triedAtMs - entry.failedAtMs >= FRESH_MS) {
      log.warn({ err: error }, 'a status page is shown as it was: it could not be read anew')
    }
    entry.failedAtMs = triedAtMs
    return entry.page
  }

  return {
    async get(pageId) {
      const known = entries.get(pageId)
      if (known === undefined) return refresh(pageId)
      const nowMs = performance.now()
      const ageMs = nowMs - known.madeAtMs
      if (ageMs > LAST_RESORT_MS) return refresh(pageId)
      if (ageMs < FRESH_MS || nowMs - known.failedAtMs < FRESH_MS) return known.page
      const reading = refresh(pageId).catch((error: unknown) => asItWas(known, error))
      return ageMs > STALE_MS ? within(reading, known.page) : known.page
    },
    forget(pageId) {
      entries.delete(pageId)
      // Begun before the change, it may end with what was.
      readings.delete(pageId)
    },
  }
}
