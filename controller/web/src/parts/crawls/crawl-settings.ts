import type { CrawlSettings } from '../../data/wire.ts'

/** As the API has them by default. */
export const DEFAULT_SETTINGS: CrawlSettings = {
  maxPages: 100,
  maxDepth: null,
  respectRobots: true,
  includeSitemap: true,
  render: false,
  includeSubdomains: false,
  followNofollow: false,
  dropTracking: false,
  checkExternal: false,
  checkImages: false,
  include: [],
  exclude: [],
  userAgent: null,
  maxRequestsPerSecond: null,
}

export const isSetting = (path: string): boolean => path.replace(/\[.*/, '') in DEFAULT_SETTINGS

/** A number that was typed; none where the field is empty. */
export const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
