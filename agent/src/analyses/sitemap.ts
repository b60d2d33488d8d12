import { MAX_SITEMAP_URLS } from '@sightline/shared/analyses/sitemap'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { FoundSitemap } from '../gather/artifacts.ts'
import { printable } from '../outcome/printable.ts'
import { joinFigures } from '../sitemap/join-figures.ts'
import type { Analysis } from './analysis.ts'

type ShownFile = AnalysisResult<'sitemap'>['sitemaps'][number]

const MAX_SENTENCE = 1_900
const MAX_ERRORS = 200

function shownFile({
  url,
  statusCode,
  lastmod,
  parent,
  problem,
  content,
}: FoundSitemap): ShownFile {
  const errors = problem === null ? (content?.errors ?? []) : [printable(problem, MAX_SENTENCE)]
  const type = content?.type ?? null
  return {
    url,
    type,
    statusCode,
    urlCount: content?.urlCount ?? 0,
    bytes: content?.bytes ?? 0,
    gzip: content?.isGzip ?? false,
    lastmod,
    parent,
    valid: type !== null && errors.length === 0,
    errors: [...errors],
    errorTotal: content?.errorTotal ?? errors.length,
  }
}

/** Addresses that occur once or more. */
function countUnique(files: readonly FoundSitemap[]): number {
  const keys = new Set<number>()
  for (const { content } of files) for (const key of content?.urlKeys ?? []) keys.add(key)
  return keys.size
}

/** Sitemaps of the given address's site. Source: analyses design, "sitemap" */
export const sitemapAnalysis: Analysis<'sitemap', 'sitemaps'> = {
  needs: ['sitemaps'],
  analyse({ sitemaps: { siteUrl, source, files, errors } }) {
    const read = files.flatMap(({ content }) => (content?.type ? [content] : []))
    const { urls: totalUrls, ...figures } = joinFigures(read.map((content) => content.figures))
    const uniqueUrls = countUnique(files)
    const urls = read
      .flatMap(({ entries }) => entries)
      .slice(0, MAX_SITEMAP_URLS)
      .map(({ isNews, ...entry }) => ({ ...entry, news: isNews }))
    return {
      url: siteUrl,
      found: read.length > 0,
      source,
      sitemaps: files.map(shownFile),
      stats: {
        sitemapFiles: read.length,
        totalUrls,
        uniqueUrls,
        duplicates: totalUrls - uniqueUrls,
        ...figures,
      },
      urls,
      returned: urls.length,
      truncated: urls.length < totalUrls,
      errors: errors.slice(0, MAX_ERRORS).map((error) => printable(error, MAX_SENTENCE)),
    }
  },
}
