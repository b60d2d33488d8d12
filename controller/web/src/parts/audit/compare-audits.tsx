import type { ReactNode } from 'react'
import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditFigures } from '../../../../src/audits/figures.ts'
import type { AuditCategory } from '../../words/audit.ts'
import { CATEGORY_WORDS } from '../../words/audit.ts'
import { numberWords } from '../../words/durations.ts'
import { Compare, VerdictChip } from '../compare.tsx'
import { numberRow } from '../compare-numbers.ts'
import { Card } from '../layout/card.tsx'
import { auditChanges } from './audit-changes.ts'
import { figureRows } from './figure-rows.ts'

type Audit = AnalysisOf<'audit'>

/** Two audits side by side: of two pages, or of one at two moments. */
export function CompareAudits({
  names,
  before,
  after,
  figures,
}: {
  names: readonly [ReactNode, ReactNode]
  before: Audit
  after: Audit
  /** What was measured of the two, where both are kept. */
  figures?: readonly [AuditFigures, AuditFigures]
}) {
  const pair = (of: (audit: Audit) => number | null) => [of(before), of(after)] as const
  const changes = auditChanges(before, after)
  return (
    <Card title="Compared" isFlush>
      <Compare
        caption="Both in numbers"
        names={names}
        rows={[
          numberRow(
            'Score',
            pair(({ score }) => score),
            'more',
            String,
          ),
          ...(Object.keys(CATEGORY_WORDS) as AuditCategory[]).map((id) =>
            numberRow(
              CATEGORY_WORDS[id],
              pair(({ categories }) => categories[id]),
              'more',
              String,
            ),
          ),
          numberRow(
            'Checks that failed',
            pair(({ summary }) => summary.failed),
            'less',
            numberWords,
          ),
          numberRow(
            'Words',
            pair(({ wordCount }) => wordCount),
            'none',
            numberWords,
          ),
          ...(figures === undefined ? [] : figureRows(...figures)),
        ]}
      />
      {changes.length === 0 ? null : (
        <ul aria-label="What is other" className="border-t border-line">
          {changes.map(({ id, text, isMended }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-4 border-b border-line px-4 py-2 text-sm last:border-b-0"
            >
              <span className="min-w-0 break-words">{text}</span>
              <VerdictChip
                verdict={isMended ? 'better' : 'worse'}
                told={isMended ? 'Right there' : 'Wrong there'}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
