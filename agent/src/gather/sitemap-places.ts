/** Where sitemaps usually are, the likeliest first. Source: analyses design, "sitemap" */
export const USUAL_SITEMAPS = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/sitemap.txt',
] as const

/** An index, what it names, and what an index among those names. */
export const MAX_SITEMAP_DEPTH = 3
/** Of all files of a site together. */
export const MAX_SITEMAP_ADDRESSES = 200_000
/** Unpacked, of all files together. */
export const MAX_SITEMAP_BYTES = 200 * 1024 * 1024
/** Lines of a robots.txt that are looked at. */
export const MAX_NAMED_SITEMAPS = 1_000
