/** What a sitemap can be. Source: sitemaps.org; RSS 2.0, RSS 1.0 and Atom (RFC 4287) feeds */
export type SitemapType = 'urlset' | 'index' | 'text' | 'rss' | 'atom'

/** How much of one file is read. */
export interface SitemapLimits {
  /** Of the file without gzip. */
  readonly bytes: number
  /** Addresses in it, or files an index names. */
  readonly urls: number
  /** Entries that are given back; the figures are of all. */
  readonly keptEntries: number
  /** Files of an index that are given back. */
  readonly keptChildren: number
  /** How long the reading may take; what was read until then is kept. */
  readonly runMs: number
  /** All addresses are wanted, as `crawlUrl` writes them. */
  readonly list?: { readonly dropTracking: boolean }
}

/** Limits of the protocol. Source: sitemaps.org, "Sitemap file location"/"Using sitemap index files" */
export const PROTOCOL_LIMITS = { bytes: 50 * 1024 * 1024, urls: 50_000 } as const

/** Whose sitemap it is: what its addresses are compared with. */
export interface SitemapSite {
  /** Where the file came from. */
  readonly url: string
  /** Addresses of the site: what is internal to one of them is on its host. */
  readonly homes: readonly string[]
}

/** One address of a sitemap. */
export interface SitemapEntry {
  /** As written, without surrounding white space. */
  readonly loc: string
  readonly lastmod: string | null
  readonly changefreq: string | null
  /** null when absent or no number of 0 to 1. */
  readonly priority: number | null
  readonly images: number
  readonly videos: number
  /** It carries what news sitemaps say. */
  readonly isNews: boolean
  /** hreflang links. */
  readonly alternates: number
}

/** A file that an index names. */
export interface SitemapChild {
  readonly url: string
  readonly lastmod: string | null
}

/** How often what occurs, over all addresses. */
export interface SitemapFigures {
  readonly urls: number
  /** On another host than the site's. */
  readonly offHost: number
  /** Over http in a file that came over https. */
  readonly insecure: number
  readonly withLastmod: number
  readonly invalidLastmod: number
  /** UNIX ms; null without a valid one. */
  readonly oldestLastmodMs: number | null
  readonly newestLastmodMs: number | null
  readonly withImages: number
  readonly withVideos: number
  readonly withNews: number
  readonly withHreflang: number
  /** By the seven words of the protocol. */
  readonly changefreq: Readonly<Record<string, number>>
  readonly invalidChangefreq: number
  readonly priority: {
    readonly count: number
    readonly min: number
    readonly max: number
    readonly sum: number
  }
  readonly invalidPriority: number
}

/** What was read of one file. It survives a structured clone and is small: hundreds of entries, numbers
 *  of the rest. */
export interface SitemapFile {
  /** null when it is none. */
  readonly type: SitemapType | null
  readonly isGzip: boolean
  /** Without gzip, as far as it was read. */
  readonly bytes: number
  /** Addresses in it, or files an index names. */
  readonly urlCount: number
  /** It was read to its end. */
  readonly isWhole: boolean
  readonly entries: readonly SitemapEntry[]
  readonly children: readonly SitemapChild[]
  readonly figures: SitemapFigures
  /** A number for each address, equal for equal ones, to find those that come twice. */
  readonly urlKeys: Float64Array
  /** Lines, where all addresses are wanted: those that can be crawled, in their order. */
  readonly addresses?: Uint8Array
  /** Sentences for people, the first ones. */
  readonly errors: readonly string[]
  /** How many there are. */
  readonly errorTotal: number
}
