import type { AnalysisOf } from '../../data/analyses.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import type { AuditCategory } from '../../words/audit.ts'
import { CATEGORY_WORDS } from '../../words/audit.ts'
import { ScoreRing, scoreTone } from '../charts/score-ring.tsx'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'

function sentence({ statusCode, score, summary }: AnalysisOf<'audit'>): string {
  if (statusCode !== 200)
    return `The page answered ${statusCode}: nothing else counts until it answers 200.`
  if (summary.failed === 0) return 'Nothing was found wrong.'
  const found = `${numberWords(summary.failed)} of ${countWords(summary.total - summary.notApplicable, 'check')} failed`
  return score >= 90 ? `A good page: ${found}.` : `${found}; the most severe come first.`
}

/** The verdict, and the score of each part; a press shows what is wrong with that part alone. */
export function ScoreCard({
  audit,
  category,
  onPick,
}: {
  audit: AnalysisOf<'audit'>
  category: string | null
  onPick: (category: AuditCategory | null) => void
}) {
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-6">
        <ScoreRing score={audit.score} label="Score" />
        <div className="min-w-0 flex-1 basis-64">
          <p className="text-xl font-semibold tracking-tight">Grade {audit.grade}</p>
          <p className="text-sm text-ink-soft">{sentence(audit)}</p>
          <ul aria-label="Parts" className="mt-3 flex flex-wrap gap-1.5">
            {(Object.entries(audit.categories) as [AuditCategory, number][]).map(([id, score]) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={category === id}
                  onClick={() => onPick(category === id ? null : id)}
                  className={classes(
                    'inline-flex h-8 cursor-pointer items-center gap-2 rounded-full border px-3 text-xs font-medium transition-colors',
                    category === id
                      ? 'border-accent bg-accent-soft text-ink'
                      : 'border-line bg-surface text-ink-soft hover:bg-hover',
                  )}
                >
                  {CATEGORY_WORDS[id]}
                  <span className={classes('numbers font-semibold', scoreTone(score))}>
                    {score}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  )
}
