import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { scoreTone } from '../charts/score-ring.tsx'
import { classes } from '../class-names.ts'
import { Section } from './section.tsx'

type Rule = AnalysisOf<'accessibility'>['violations'][number]

const IMPACT_LOOKS: Readonly<Record<Rule['impact'], string>> = {
  critical: 'bg-down-soft text-down',
  serious: 'bg-down-soft text-down',
  moderate: 'bg-degraded-soft text-degraded',
  minor: 'bg-paused-soft text-paused',
}

/** Of one rule; the others look much the same. */
const SHOWN_NODES = 5

/** What keeps people from using the page. */
export function AccessibilitySection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="accessibility">
      {({ score, grade, summary, violations, incomplete, notTested, engine }) => (
        <>
          <p className="text-sm">
            <span className={classes('text-2xl font-semibold', scoreTone(score))}>{grade}</span>{' '}
            <span className="text-ink-faint">
              {score} of 100, {countWords(summary.violations, 'rule')} broken,{' '}
              {numberWords(summary.passes)} kept, by {engine}
            </span>
          </p>
          <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto text-sm">
            {violations.map((rule) => (
              <FoundRule key={rule.id} rule={rule} />
            ))}
          </ul>
          {incomplete.length === 0 ? null : (
            <details className="mt-3 text-sm">
              <summary className="cursor-pointer font-medium">
                To be judged by a person ({numberWords(incomplete.length)})
              </summary>
              <ul className="mt-2 max-h-96 divide-y divide-line overflow-y-auto">
                {incomplete.map((rule) => (
                  <FoundRule key={rule.id} rule={rule} />
                ))}
              </ul>
            </details>
          )}
          {notTested.length === 0 ? null : (
            <p className="mt-3 text-xs break-words text-ink-faint">
              Not looked at: {notTested.join(', ')}.
            </p>
          )}
        </>
      )}
    </Section>
  )
}

/** A rule that the page breaks, or may break. */
function FoundRule({ rule: { impact, help, helpUrl, count, nodes } }: { rule: Rule }) {
  return (
    <li className="py-2">
      <details>
        <summary className="flex cursor-pointer items-start gap-3">
          <span
            className={classes(
              'mt-0.5 w-[4.5rem] shrink-0 rounded-md py-0.5 text-center text-xs font-semibold first-letter:uppercase',
              IMPACT_LOOKS[impact],
            )}
          >
            {impact}
          </span>
          <span className="min-w-0 flex-1 break-words">{help}</span>
          <span className="numbers shrink-0 text-xs text-ink-faint">{numberWords(count)} ×</span>
        </summary>
        <ul className="mt-2 space-y-2 pl-[5.25rem] text-xs">
          {nodes.slice(0, SHOWN_NODES).map(({ target, html, summary }) => (
            <li key={target} className="space-y-0.5">
              <code className="block font-mono break-all">{html}</code>
              <span className="block break-words whitespace-pre-line text-ink-soft">{summary}</span>
            </li>
          ))}
          {count > Math.min(SHOWN_NODES, nodes.length) ? (
            <li className="text-ink-faint">
              The first {numberWords(Math.min(SHOWN_NODES, nodes.length))} of {numberWords(count)}.
            </li>
          ) : null}
          {helpUrl?.startsWith('https:') === true ? (
            <li>
              <a
                href={helpUrl}
                target="_blank"
                rel="noreferrer"
                className="text-accent hover:underline"
              >
                What the rule asks for
              </a>
            </li>
          ) : null}
        </ul>
      </details>
    </li>
  )
}
