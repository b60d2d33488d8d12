import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { Section } from './section.tsx'

type Result = AnalysisOf<'structured-data'>
type Rich = Result['richResults'][number]

/** Of a list of products each is a rich result. */
const MOST_SHOWN = 20

/** What the page says of itself for machines, and which rich results of search engines that makes. */
export function StructuredDataSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="structured-data">
      {({ hasStructuredData, types, errors, richResults }) => (
        <div className="space-y-3 text-sm">
          <p className="break-words text-ink-soft">
            {hasStructuredData ? types.join(', ') : 'The page has none.'}
          </p>
          {errors.length === 0 ? null : (
            <ul aria-label="What cannot be read" className="space-y-1 text-down">
              {errors.map((error) => (
                <li key={JSON.stringify(error)} className="break-words">
                  {error.message}
                </li>
              ))}
            </ul>
          )}
          <RichResults results={richResults} />
        </div>
      )}
    </Section>
  )
}

function RichResults({ results }: { results: readonly Rich[] }) {
  if (results.length === 0) return null
  const eligible = results.filter((result) => result.eligible).length
  // What keeps one from being shown comes first.
  const shown = results
    .toSorted((a, b) => Number(a.eligible) - Number(b.eligible))
    .slice(0, MOST_SHOWN)
  return (
    <section aria-label="Rich results">
      <h3 className="font-medium">
        {numberWords(eligible)} of {countWords(results.length, 'rich result')} may be shown
      </h3>
      <ul className="mt-1 max-h-72 space-y-1.5 overflow-y-auto">
        {shown.map((result, place) => (
          // Two items of a page can be the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className="break-words">
            <span className={result.eligible ? 'font-medium text-up' : 'font-medium text-down'}>
              {result.type}
            </span>{' '}
            <span className="text-xs text-ink-soft">{lackWords(result)}</span>
          </li>
        ))}
      </ul>
      {results.length > shown.length ? (
        <p className="mt-1 text-xs text-ink-faint">The first {numberWords(shown.length)}.</p>
      ) : null}
    </section>
  )
}

const listed = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('|', ' or ')).join(', ')

function lackWords({ missing, recommended }: Rich): string {
  const parts = [
    missing.length === 0 ? '' : `needs ${listed(missing)}`,
    recommended.length === 0 ? '' : `better with ${listed(recommended)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'has all that is asked for' : parts.join('; ')
}
