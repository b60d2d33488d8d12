import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { SitemapFigures } from './sitemap-file.ts'

type Stats = AnalysisResult<'sitemap'>['stats']
type Joined = Omit<Stats, 'sitemapFiles' | 'totalUrls' | 'uniqueUrls' | 'duplicates'> & {
  urls: number
}

/** Figures that are added up. */
const COUNTERS = [
  'urls',
  'offHost',
  'insecure',
  'withLastmod',
  'invalidLastmod',
  'withImages',
  'withVideos',
  'withNews',
  'withHreflang',
  'invalidChangefreq',
  'invalidPriority',
] as const

function smallest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
}

function largest(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
}

function instantOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString()
}

/** The figures of several files as those of one. */
export function joinFigures(files: readonly SitemapFigures[]): Joined {
  const total = (name: (typeof COUNTERS)[number]): number =>
    files.reduce((sum, figures) => sum + figures[name], 0)
  const changefreq: Record<string, number> = {}
  for (const file of files) {
    for (const [word, count] of Object.entries(file.changefreq)) {
      changefreq[word] = (changefreq[word] ?? 0) + count
    }
  }
  const priorities = files.flatMap(({ priority }) => (priority.count > 0 ? [priority] : []))
  const rated = priorities.reduce((sum, { count }) => sum + count, 0)
  const sum = priorities.reduce((all, priority) => all + priority.sum, 0)
  return {
    urls: total('urls'),
    offHost: total('offHost'),
    insecure: total('insecure'),
    withLastmod: total('withLastmod'),
    oldestLastmod: instantOf(smallest(files.map(({ oldestLastmodMs }) => oldestLastmodMs))),
    newestLastmod: instantOf(largest(files.map(({ newestLastmodMs }) => newestLastmodMs))),
    invalidLastmod: total('invalidLastmod'),
    withImages: total('withImages'),
    withVideos: total('withVideos'),
    withNews: total('withNews'),
    withHreflang: total('withHreflang'),
    changefreq,
    invalidChangefreq: total('invalidChangefreq'),
    priority: {
      min: smallest(priorities.map(({ min }) => min)),
      max: largest(priorities.map(({ max }) => max)),
      avg: rated === 0 ? null : Math.round((sum / rated) * 100) / 100,
    },
    invalidPriority: total('invalidPriority'),
  }
}
