import { SEVERITY_WORDS } from '../../words/audit.ts'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'
import type { FailedCheck } from './failed-checks.ts'

/** What is wrong, why it matters, and what would be right. */
export function IssueList({ issues, title }: { issues: readonly FailedCheck[]; title: string }) {
  return (
    <Card title={title} isFlush>
      {issues.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-ink-soft">Nothing is wrong here.</p>
      ) : (
        <ul>
          {issues.map(({ id, check: { issue, message, severity, expected, examples } }) => (
            <li key={id} className="border-t border-line px-4 py-3 text-sm">
              <div className="flex items-start gap-3">
                <span
                  className={classes(
                    'mt-0.5 w-16 shrink-0 rounded-md py-0.5 text-center text-xs font-semibold',
                    SEVERITY_WORDS[severity].look,
                  )}
                >
                  {SEVERITY_WORDS[severity].title}
                </span>
                <div className="min-w-0">
                  <p className="font-medium break-words">{issue}</p>
                  <p className="text-xs break-words text-ink-soft">
                    {message}
                    {expected === undefined ? '' : ` Right would be: ${expected}.`}
                  </p>
                  {examples === undefined || examples.length === 0 ? null : (
                    <ul className="mt-1 space-y-0.5 font-mono text-xs text-ink-faint">
                      {examples.map((example) => (
                        <li key={example} className="break-all">
                          {example}
                        </li>
                      ))}
                    </ul>
                  )}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
