import type { SitemapChild, SitemapType } from './sitemap-file.ts'

/** A file that is read as it comes, in pieces. */
export interface Reading {
  /** @returns false when no more is to be read */
  readonly write: (text: string) => boolean
  /** Only of a file that came whole. @returns false when it ends too early */
  readonly end: () => boolean
  readonly finish: () => {
    /** null when it is no sitemap. */
    readonly type: SitemapType | null
    readonly children: readonly SitemapChild[]
    /** Files an index names. */
    readonly childCount: number
  }
}
