import { AppError } from '@sightline/shared/errors'
import type { CrawlUrlRow } from '../../db/crawl-page-reads.ts'

/** Why addresses are not crawled, by crawl_urls.left_out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  external: 'belongs to another site',
  excluded: 'was not crawled: "include" and "exclude" leave it out',
  type: 'was not crawled: its ending says that it is no page',
  nofollow: 'was not crawled: all links to it say nofollow',
  canonical: 'was not crawled: no page links to it, it is only named as canonical',
  image: 'was not crawled: no page links to it, pages show it as an image',
  trap: 'was not crawled: there were too many addresses like it',
  depth: 'was not crawled: it is more clicks away than "maxDepth"',
  cap: 'was not crawled: "maxPages" was reached before',
}

/** What addresses are that were only asked whether they answer, by crawl_urls.left_out. */
const ASKED_ALONE: Readonly<Record<string, string>> = {
  external: 'belongs to another site',
  image: 'was not read: no page links to it, pages show it as an image',
  type: 'is a file: its ending says that it is no page',
  canonical: 'was not read: no page links to it, it is only named as canonical',
}

/** What addresses turned out to be that are no items, by crawl_urls.outcome. */
const NO_ITEM: Readonly<Record<string, string>> = {
  other: 'is no HTML page',
  blocked: 'was not crawled: robots.txt forbids it',
  forbidden: 'was not crawled: it leads to where nothing may be fetched',
  failed: 'could not be read',
}

function whatItIs({ state, leftOut, outcome, statusCode, error }: CrawlUrlRow): string {
  if (state === 'left') return LEFT_OUT[leftOut ?? ''] ?? 'was not crawled'
  if (state !== 'done') return 'was not crawled yet'
  const what = ASKED_ALONE[leftOut ?? ''] ?? NO_ITEM[outcome ?? ''] ?? 'is no page'
  const answer = statusCode === null ? '' : ` (status ${statusCode})`
  return `${what}${answer}${error === null ? '' : `: ${error.replace(/\.$/, '')}`}`
}

/** Says why there is no page to be shown at an address. @param known null where the crawl never met it */
export function noSuchPage(url: string, known: CrawlUrlRow | null): AppError {
  const shown = url.length > 200 ? `${url.slice(0, 200)}…` : url
  if (known === null) {
    return new AppError('notFound', `The crawl met no address ${shown}: no page links to it.`)
  }
  return new AppError('notFound', `${shown} ${whatItIs(known)}.`)
}
