import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { numberWords } from '../../words/durations.ts'
import { Figure } from '../layout/figure.tsx'
import { Section } from './section.tsx'

type Result = AnalysisOf<'links'>

/** More nobody reads through; the API has all. */
const MOST_LISTED = 200

/** Where the page leads. */
export function LinksSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="links">
      {({ counts, links }) => (
        <>
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Figure name="Links" value={numberWords(counts.total)} />
            <Figure name="To this site" value={numberWords(counts.internal)} />
            <Figure name="To others" value={numberWords(counts.external)} />
            <Figure name="Nofollow" value={numberWords(counts.nofollow)} />
          </dl>
          {counts.emptyText === 0 ? null : (
            <p className="mt-3 text-sm text-degraded">
              {numberWords(counts.emptyText)} of them {counts.emptyText === 1 ? 'has' : 'have'} no
              text that says where {counts.emptyText === 1 ? 'it leads' : 'they lead'}.
            </p>
          )}
          <Listed title="To other sites" links={links.filter(({ type }) => type === 'external')} />
          <Listed title="To this site" links={links.filter(({ type }) => type === 'internal')} />
        </>
      )}
    </Section>
  )
}

/** Each address once, with the text of its first link. */
function Listed({ title, links }: { title: string; links: Result['links'] }) {
  const byUrl = [...new Map(links.toReversed().map((link) => [link.url, link])).values()]
  const shown = byUrl.toReversed().slice(0, MOST_LISTED)
  if (shown.length === 0) return null
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer font-medium">
        {title} ({numberWords(byUrl.length)})
      </summary>
      <ul className="mt-2 max-h-72 space-y-1.5 overflow-y-auto text-xs">
        {shown.map(({ url, text, alt, dofollow }) => (
          <li key={url}>
            <span className="block font-mono break-all">{url}</span>
            <span className="block break-words text-ink-faint">
              {text || alt || 'without a text'}
              {dofollow ? '' : ', nofollow'}
            </span>
          </li>
        ))}
        {byUrl.length > shown.length ? (
          <li className="text-ink-faint">The first {numberWords(shown.length)}.</li>
        ) : null}
      </ul>
    </details>
  )
}
