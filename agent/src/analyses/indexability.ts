import {
  MAX_INDEXABILITY_LIST,
  MAX_INDEXABILITY_TEXT,
} from '@sightline/shared/analyses/indexability'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Page } from '../http/page.ts'
import type { Canonical } from '../page/canonical.ts'
import { canonicalsOf, countDifferent } from '../page/canonical.ts'
import type { Alternate } from '../page/hreflang.ts'
import { alternatesOf, isValidHreflang } from '../page/hreflang.ts'
import { refreshTargetOf } from '../page/refresh-target.ts'
import type { RobotsStatements } from '../page/robots-directives.ts'
import { effectiveDirectives, robotsInHeader, robotsInMeta } from '../page/robots-directives.ts'
import { isSamePage } from '../page/same-page.ts'
import { printable } from '../outcome/printable.ts'
import { mayFetch, rulesFor } from '../robots/agent-rules.ts'
import { isServed, robotsOf } from '../robots/robots-of-file.ts'
import { ruleText } from '../robots/rule-text.ts'
import { PRODUCT_TOKEN } from '../net/identity.ts'
import type { Analysis } from './analysis.ts'
import { reasonsAgainst } from './indexability/reasons.ts'

type Result = AnalysisResult<'indexability'>

const shown = (text: string): string => printable(text, MAX_INDEXABILITY_TEXT)
const shownList = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_INDEXABILITY_LIST).map(shown)

/** Source: design of the analyses, "indexability" */
export const indexabilityAnalysis: Analysis<
  'indexability',
  'page' | 'facts' | 'robots' | 'sitemapListing'
> = {
  needs: ['page', 'facts', 'robots', 'sitemapListing'],
  analyse({ page, facts, robots, sitemapListing }) {
    const rules = rulesFor(robotsOf(robots), PRODUCT_TOKEN)
    const verdict = mayFetch(rules, page.url)
    const inMeta = robotsInMeta(facts)
    const inHeader = robotsInHeader(page.headers)
    const directives = effectiveDirectives([inMeta, inHeader], 'googlebot')
    const canonicals = canonicalsOf(facts, page.headers)
    const refresh = refreshTargetOf(facts, page.headers)
    const reasons = reasonsAgainst({
      page,
      robots,
      rules,
      verdict,
      inMeta,
      inHeader,
      directives,
      canonicals,
      refresh: refresh?.delaySeconds === 0 ? refresh : null,
      nowMs: Date.now(),
    })
    const { unavailableAfter } = directives
    return {
      url: page.askedUrl,
      fetchedUrl: page.url,
      statusCode: page.statusCode,
      indexable: reasons.length === 0,
      reasons,
      robotsTxt: {
        found: isServed(robots),
        allowed: verdict.isAllowed,
        matchedRule: ruleText(verdict),
        userAgent: PRODUCT_TOKEN,
        crawlDelay: rules.crawlDelaySeconds,
      },
      metaRobots: {
        raw: inMeta.raw.length === 0 ? null : shown(inMeta.raw.join(', ')),
        ...shownStatements(inMeta),
      },
      xRobotsTag: { raw: shownList(inHeader.raw), ...shownStatements(inHeader) },
      canonical: canonicalOf(canonicals, page),
      directives: {
        ...directives,
        unavailableAfter: unavailableAfter === null ? null : shown(unavailableAfter),
      },
      hreflang: alternatesOf(facts, page.headers).slice(0, MAX_INDEXABILITY_LIST).map(alternateOf),
      redirects: page.hops.length,
      inSitemap: sitemapListing,
    }
  },
}

function shownStatements({ directives, byBot }: RobotsStatements) {
  const bots = Object.entries(byBot).slice(0, MAX_INDEXABILITY_LIST)
  return {
    directives: shownList(directives),
    byBot: Object.fromEntries(bots.map(([bot, list]) => [bot, shownList(list)])),
  }
}

function canonicalOf(canonicals: readonly Canonical[], page: Page): Result['canonical'] {
  const first = canonicals.find(({ url }) => url !== null)
  const url = first?.url ?? null
  return {
    url,
    source: first?.source ?? 'none',
    isSelf: url !== null && isSamePage(url, page.url),
    count: canonicals.length,
    conflict: countDifferent(canonicals) > 1,
  }
}

function alternateOf({ hreflang, href, url }: Alternate): Result['hreflang'][number] {
  return { hreflang: shown(hreflang), href: url ?? shown(href), valid: isValidHreflang(hreflang) }
}
