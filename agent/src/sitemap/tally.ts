import { hash } from 'node:crypto'
import { isInternal } from '../page/is-internal.ts'
import { readRfc822Date, readW3cDate } from './lastmod.ts'
import type { SitemapEntry, SitemapFigures, SitemapSite } from './sitemap-file.ts'

/** An entry as it is written; empty where something is absent. */
export interface WrittenEntry {
  readonly loc: string
  readonly lastmod: string
  /** It comes from a feed, whose dates are written otherwise. */
  readonly isOfFeed: boolean
  readonly changefreq: string
  readonly priority: string
  readonly images: number
  readonly videos: number
  readonly isNews: boolean
  readonly alternates: number
}

/** An entry of which nothing has been read. */
export const NOTHING_WRITTEN: WrittenEntry = {
  loc: '',
  lastmod: '',
  isOfFeed: false,
  changefreq: '',
  priority: '',
  images: 0,
  videos: 0,
  isNews: false,
  alternates: 0,
}

/** Longest address. Source: sitemaps.org, "XML tag definitions" (below 2,048) */
const MAX_LOC = 2_048
/** Longest value of other fields that is shown. */
const MAX_SHOWN = 50

const FREQUENCIES: ReadonlySet<string> = new Set(
  'always hourly daily weekly monthly yearly never'.split(' '),
)

/** Is told the addresses of one file. */
export interface Tally {
  /** @returns what is wrong with its address, as the end of a sentence; null when it was counted */
  readonly add: (written: WrittenEntry) => string | null
  readonly count: () => number
  /** Nothing that follows makes a difference. */
  readonly hasEnough: () => boolean
}

/** Counts them. */
export interface FigureTally extends Tally {
  readonly finish: () => { entries: SitemapEntry[]; figures: SitemapFigures; urlKeys: Float64Array }
}

/** The number that stands for an address: 48 bits of its SHA-1. */
export function urlKey(url: URL): number {
  const href = url.hash === '' ? url.href : url.href.slice(0, -url.hash.length)
  return hash('sha1', href, 'buffer').readUIntBE(0, 6)
}

/** @returns what is wrong with an address, as the end of a sentence, where it is none */
export function readLoc(loc: string): URL | string {
  if (loc === '') return 'has no address'
  if (loc.length >= MAX_LOC) return `has an address of ${MAX_LOC} characters or more`
  const url = URL.parse(loc)
  const isAddress = url !== null && /^https?:$/.test(url.protocol)
  return isAddress ? url : 'has an address that is no absolute http or https URL'
}

/** @param keep how many entries are kept as they are */
export function createTally(site: SitemapSite, keep: number): FigureTally {
  const homes = site.homes.map((home) => new URL(home))
  const isSecure = site.url.startsWith('https:')
  const entries: SitemapEntry[] = []
  const keys: number[] = []
  const changefreq: Record<string, number> = {}
  const seen = { offHost: 0, insecure: 0, withLastmod: 0, invalidLastmod: 0 }
  const extensions = { withImages: 0, withVideos: 0, withNews: 0, withHreflang: 0 }
  const priority = { count: 0, min: Infinity, max: -Infinity, sum: 0 }
  let invalidChangefreq = 0
  let invalidPriority = 0
  let oldestMs: number | null = null
  let newestMs: number | null = null

  function countLastmod({ lastmod, isOfFeed }: WrittenEntry): void {
    if (lastmod === '') return
    seen.withLastmod += 1
    const atMs = readW3cDate(lastmod) ?? (isOfFeed ? readRfc822Date(lastmod) : null)
    if (atMs === null) {
      seen.invalidLastmod += 1
      return
    }
    oldestMs = Math.min(oldestMs ?? atMs, atMs)
    newestMs = Math.max(newestMs ?? atMs, atMs)
  }

  function countFrequency(written: string): void {
    const word = written.toLowerCase()
    if (FREQUENCIES.has(word)) changefreq[word] = (changefreq[word] ?? 0) + 1
    else if (word !== '') invalidChangefreq += 1
  }

  function readPriority(written: string): number | null {
    if (written === '') return null
    const value = /^\d?(?:\.\d{0,20})?$/.test(written) ? Number(written) : Number.NaN
    if (!(value >= 0 && value <= 1)) {
      invalidPriority += 1
      return null
    }
    priority.count += 1
    priority.min = Math.min(priority.min, value)
    priority.max = Math.max(priority.max, value)
    priority.sum += value
    return value
  }

  return {
    add(written) {
      const { loc, lastmod, images, videos, isNews, alternates } = written
      const url = readLoc(loc)
      if (typeof url === 'string') return url
      keys.push(urlKey(url))
      if (!homes.some((home) => isInternal(url, home))) seen.offHost += 1
      if (isSecure && url.protocol === 'http:') seen.insecure += 1
      countLastmod(written)
      countFrequency(written.changefreq)
      const value = readPriority(written.priority)
      if (images > 0) extensions.withImages += 1
      if (videos > 0) extensions.withVideos += 1
      if (isNews) extensions.withNews += 1
      if (alternates > 0) extensions.withHreflang += 1
      if (entries.length < keep) {
        entries.push({
          loc,
          lastmod: shown(lastmod),
          changefreq: shown(written.changefreq),
          priority: value,
          images,
          videos,
          isNews,
          alternates,
        })
      }
      return null
    },
    count: () => keys.length,
    hasEnough: () => false,
    finish: () => ({
      entries,
      figures: {
        urls: keys.length,
        ...seen,
        oldestLastmodMs: oldestMs,
        newestLastmodMs: newestMs,
        ...extensions,
        changefreq,
        invalidChangefreq,
        priority,
        invalidPriority,
      },
      urlKeys: Float64Array.from(keys),
    }),
  }
}

function shown(value: string): string | null {
  return value === '' ? null : value.slice(0, MAX_SHOWN)
}
