import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { numberWords } from '../../words/durations.ts'
import { Figure } from '../layout/figure.tsx'
import { Section } from './section.tsx'
import { refusedBots } from './refused-bots.ts'

/** What the site tells crawlers that they may fetch. */
export function RobotsSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="robots-txt">
      {(robots) => (robots.found ? <Robots robots={robots} /> : <NoRobots robots={robots} />)}
    </Section>
  )
}

function NoRobots({ robots }: { robots: AnalysisOf<'robots-txt'> }) {
  return (
    <p className="text-sm break-words text-ink-soft">
      {robots.url} answered {robots.statusCode}: there is no robots.txt that can be read.
    </p>
  )
}

function Robots({ robots }: { robots: AnalysisOf<'robots-txt'> }) {
  const refused = refusedBots(robots.aiBots.perBot)
  return (
    <div className="space-y-3 text-sm">
      <dl className="grid grid-cols-3 gap-4">
        <Figure name="Groups" value={numberWords(robots.stats.groups)} />
        <Figure name="Rules" value={numberWords(robots.stats.rules)} />
        <Figure name="Sitemaps" value={numberWords(robots.stats.sitemaps)} />
      </dl>
      <p className="break-words text-ink-soft">
        {refused.length === 0
          ? 'Every AI crawler that we know may fetch its start page.'
          : `AI crawlers that may not fetch its start page: ${refused.join(', ')}.`}
      </p>
      {robots.errors.length === 0 ? null : (
        <ul
          aria-label="Lines that could not be read"
          className="max-h-60 space-y-1 overflow-y-auto text-down"
        >
          {robots.errors.map(({ line, reason }) => (
            <li key={line} className="break-words">
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The pages that the site lists itself. */
export function SitemapSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="sitemap">
      {({ found, stats, errors }) => (
        <div className="space-y-3 text-sm">
          {found ? (
            <dl className="grid grid-cols-3 gap-4">
              <Figure name="Files" value={numberWords(stats.sitemapFiles)} />
              <Figure name="Pages" value={numberWords(stats.uniqueUrls)} />
              <Figure name="Listed twice" value={numberWords(stats.duplicates)} />
            </dl>
          ) : (
            <p className="text-ink-soft">The site has no sitemap that can be read.</p>
          )}
          {errors.length === 0 ? null : (
            <ul
              aria-label="What is wrong with it"
              className="max-h-60 space-y-1 overflow-y-auto text-ink-soft"
            >
              {[...new Set(errors)].map((error) => (
                <li key={error} className="break-words">
                  {error}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  )
}
