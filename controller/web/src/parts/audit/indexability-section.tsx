import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { Fact } from './fact.tsx'
import { Section } from './section.tsx'

type Result = AnalysisOf<'indexability'>

/** Whether search engines may show the page, and why not. */
export function IndexabilitySection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="indexability">
      {(result) => (
        <div className="space-y-3 text-sm">
          <p className={result.indexable ? 'font-semibold text-up' : 'font-semibold text-down'}>
            {result.indexable
              ? 'Search engines may show this page.'
              : 'Search engines do not show this page.'}
          </p>
          {result.reasons.length === 0 ? null : (
            <ul aria-label="Why not" className="list-disc space-y-1 pl-5">
              {result.reasons.map((reason) => (
                <li key={reason} className="break-words">
                  {reason}
                </li>
              ))}
            </ul>
          )}
          <dl className="space-y-1.5">
            <Fact name="robots.txt">{robotsWords(result)}</Fact>
            <Fact name="Canonical">{canonicalWords(result)}</Fact>
            <Fact name="Sitemap">
              {result.inSitemap === null
                ? 'could not be read whole'
                : result.inSitemap
                  ? 'names the page'
                  : 'does not name the page'}
            </Fact>
            {result.hreflang.length === 0 ? null : (
              <Fact name="Languages">
                {result.hreflang
                  .map(({ hreflang, valid }) => `${hreflang}${valid ? '' : ' (no language)'}`)
                  .join(', ')}
              </Fact>
            )}
          </dl>
        </div>
      )}
    </Section>
  )
}

function robotsWords({ robotsTxt }: Result): string {
  if (!robotsTxt.found) return robotsTxt.allowed ? 'there is none' : 'could not be had'
  const rule = robotsTxt.matchedRule === null ? '' : ` (${robotsTxt.matchedRule})`
  return `${robotsTxt.allowed ? 'lets crawlers in' : 'keeps crawlers out'}${rule}`
}

function canonicalWords({ canonical }: Result): string {
  if (canonical.url === null) return 'the page names none'
  if (canonical.conflict) return 'the page names several that differ'
  return canonical.isSelf ? 'the page itself' : canonical.url
}
