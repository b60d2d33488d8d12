import { createHash } from 'node:crypto'
import type { LogoRow } from '../db/status-pages.ts'

/** Logos of pages, in memory: whoever asks for one is not counted, so it costs the database nothing but now and then. */
export interface KeptLogos {
  /** @param digest of the logo that is wanted, the beginning of its SHA-256
   *  @returns null where the page has none any more
   *  @throws what reading it threw */
  readonly get: (pageId: number, digest: string) => Promise<LogoRow | null>
}

/** Of all logos together: some fifty of the largest. */
const MAX_BYTES = 8 * 1_024 * 1_024

const isOf = (digest: string, { bytes }: LogoRow): boolean =>
  createHash('sha256').update(bytes).digest('hex').startsWith(digest)

/** @param read the present logo of a page */
export function createKeptLogos(read: (pageId: number) => Promise<LogoRow | null>): KeptLogos {
  const logos = new Map<string, LogoRow>()
  const readings = new Map<string, Promise<LogoRow | null>>()
  let held = 0

  function keep(key: string, logo: LogoRow): void {
    logos.set(key, logo)
    held += logo.bytes.length
    for (const [oldest, { bytes }] of logos) {
      if (held <= MAX_BYTES) return
      logos.delete(oldest)
      held -= bytes.length
    }
  }

  async function readAnew(key: string, pageId: number, digest: string): Promise<LogoRow | null> {
    const logo = await read(pageId)
    // It may be another by now, which is not to be taken for this one later.
    if (logo !== null && isOf(digest, logo)) keep(key, logo)
    return logo
  }

  return {
    async get(pageId, digest) {
      const key = `${pageId} ${digest}`
      const known = logos.get(key)
      if (known !== undefined) return known
      // Whoever comes while it is read waits for the same.
      const reading =
        readings.get(key) ??
        readAnew(key, pageId, digest).finally(() => {
          readings.delete(key)
        })
      readings.set(key, reading)
      return reading
    },
  }
}
