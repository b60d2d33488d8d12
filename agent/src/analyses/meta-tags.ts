import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import { canonicalUrl } from '../page/canonical.ts'
import { charsetInHeader, headerText } from '../page/content-type.ts'
import type { LinkTag } from '../page/facts.ts'
import { contentBy, socialContent, socialKey } from '../page/meta-content.ts'
import type { Analysis } from './analysis.ts'

/** The tags of a page's head, by what they are for. Source: contract, "Meta-tags result" */
export const metaTagsAnalysis: Analysis<'meta-tags', 'page' | 'facts'> = {
  needs: ['page', 'facts'],
  analyse({ page, facts }) {
    const title = (facts.titles.find(({ isInHead }) => isInHead) ?? facts.titles[0])?.text ?? ''
    const countOf = (prefix: string) =>
      facts.metas.filter((meta) => socialKey(meta, prefix) !== null).length
    const links = linksOf(facts.links)
    const charset =
      charsetInHeader(headerText(page.headers, 'content-type')) ?? facts.document.declaredCharset
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      title,
      titleLength: Array.from(title).length,
      charset: charset?.trim().toLowerCase() ?? '',
      lang: facts.document.lang ?? '',
      canonical: canonicalUrl(facts, page.headers),
      meta: contentBy(facts.metas, ({ name }) => name),
      httpEquiv: contentBy(facts.metas, ({ httpEquiv }) => httpEquiv),
      openGraph: socialContent(facts.metas, 'og:'),
      twitter: socialContent(facts.metas, 'twitter:'),
      links,
      counts: {
        metaTags: facts.metas.length,
        openGraph: countOf('og:'),
        twitter: countOf('twitter:'),
        hreflang: links.alternates.length,
      },
    }
  },
}

function linksOf(links: readonly LinkTag[]): AnalysisResult<'meta-tags'>['links'] {
  const of = (...words: string[]) => links.filter(({ rel }) => words.some((it) => rel.includes(it)))
  // An empty one is no link to the page itself: browsers load nothing for it.
  const urls = (...words: string[]) =>
    of(...words).flatMap(({ href, url }) => (href === '' ? [] : (url ?? [])))
  return {
    amphtml: urls('amphtml')[0] ?? null,
    manifest: urls('manifest')[0] ?? null,
    prev: urls('prev', 'previous')[0] ?? null,
    next: urls('next')[0] ?? null,
    icons: urls('icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon'),
    alternates: of('alternate').flatMap(({ hreflang, url }) =>
      hreflang !== null && url !== null ? [{ hreflang, href: url }] : [],
    ),
    preconnect: of('preconnect').length,
    preload: of('preload').length,
  }
}
