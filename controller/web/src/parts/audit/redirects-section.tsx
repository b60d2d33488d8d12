import type { AuditSource } from '../../data/audits.ts'
import { responseWords } from '../../words/durations.ts'
import { Section } from './section.tsx'

/** The way to the page, and what is wrong with it. */
export function RedirectsSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="redirect-chains">
      {({ chain, issues }) => (
        <div className="space-y-3 text-sm">
          <ol className="space-y-1.5">
            {chain.map(({ step, url: at, statusCode, ms }) => (
              <li key={step} className="flex items-baseline gap-3">
                <span className="numbers w-9 shrink-0 font-semibold">{statusCode ?? '–'}</span>
                <span className="min-w-0 flex-1 break-all">{at}</span>
                <span className="text-xs text-ink-faint">{responseWords(ms)}</span>
              </li>
            ))}
          </ol>
          {issues.length === 0 ? null : (
            <ul aria-label="What is wrong with the way" className="space-y-1 text-degraded">
              {issues.map((issue) => (
                <li key={issue} className="break-words">
                  {issue}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  )
}
