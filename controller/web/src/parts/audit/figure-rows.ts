import type { AuditFigures, FigureName } from '../../../../src/audits/figures.ts'
import { FIGURE_WORDS } from '../../words/audit-figures.ts'
import { numberRow } from '../compare-numbers.ts'
import type { CompareRow } from '../compare-row.ts'

/** Said of the audit itself, beside its score. */
const SAID_ELSEWHERE: ReadonlySet<FigureName> = new Set(['failedChecks', 'words'])

/** A row for each number that both audits have. Pure. */
export function figureRows(before: AuditFigures, after: AuditFigures): CompareRow[] {
  return (Object.keys(FIGURE_WORDS) as FigureName[]).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (was === undefined || is === undefined || SAID_ELSEWHERE.has(name)) return []
    const { name: title, good, show } = FIGURE_WORDS[name]
    return [numberRow(title, [was, is], good, show)]
  })
}
