import type { Story } from '../../data/wire.ts'
import { shareWords } from '../../words/durations.ts'
import { Card } from '../layout/card.tsx'

type Verdict = NonNullable<Story['analysis']['verdict']>

const sure = (confidence: number): string => `${shareWords(confidence, 1)} sure`

/** Why it went down, and what to do about it. */
export function VerdictCard({
  verdict,
  alternatives,
}: {
  verdict: Verdict
  alternatives: readonly Verdict[]
}) {
  return (
    <Card
      title="Why"
      actions={<span className="text-xs text-ink-faint">{sure(verdict.confidence)}</span>}
    >
      <p className="text-lg font-semibold tracking-tight break-words">{verdict.title}</p>
      <p className="mt-1 max-w-prose text-sm break-words text-ink-soft">{verdict.explanation}</p>
      {verdict.advice.length === 0 ? null : (
        <>
          <h3 className="mt-4 text-xs font-semibold text-ink-faint">What to do</h3>
          <ol className="mt-1 list-decimal space-y-1 pl-5 text-sm">
            {verdict.advice.map((step) => (
              <li key={step} className="max-w-prose break-words">
                {step}
              </li>
            ))}
          </ol>
        </>
      )}
      {alternatives.length === 0 ? null : (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer text-xs font-semibold text-ink-faint">
            What else it may be
          </summary>
          <ul className="mt-2 space-y-2">
            {alternatives.map(({ cause, title, explanation, confidence }) => (
              <li key={cause}>
                <span className="font-medium">{title}</span>{' '}
                <span className="text-xs text-ink-faint">{sure(confidence)}</span>
                <span className="block max-w-prose text-xs break-words text-ink-soft">
                  {explanation}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
