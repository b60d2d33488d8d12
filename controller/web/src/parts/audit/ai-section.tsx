import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { AGENT_CHECK_WORDS, AGENT_GROUP_WORDS } from '../../words/ai-readiness.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { scoreTone } from '../charts/score-ring.tsx'
import { classes } from '../class-names.ts'
import { Section } from './section.tsx'

type Result = AnalysisOf<'ai-readiness'>

/** How far chat programs and agents get with the page. */
export function AiSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="ai-readiness">
      {({ agentReadiness, aiSearchReadiness: { renderGap } }) => (
        <>
          <p className="text-sm">
            <span className={classes('text-2xl font-semibold', scoreTone(agentReadiness.score))}>
              {agentReadiness.grade}
            </span>{' '}
            <span className="text-ink-faint">
              {agentReadiness.passed} of {agentReadiness.total} ways in for agents
            </span>
          </p>
          <p className="mt-2 text-sm text-ink-soft">{gapWords(renderGap)}</p>
          <details className="mt-3 text-sm">
            <summary className="cursor-pointer font-medium">What was looked for</summary>
            <Checks checks={agentReadiness.checks} />
          </details>
        </>
      )}
    </Section>
  )
}

function gapWords(gap: Result['aiSearchReadiness']['renderGap']): string {
  if (!gap.checked) return gap.reason ?? 'It was not compared with what scripts make of it.'
  const words = `${countWords(gap.rawWordCount, 'word is', 'words are')} sent, ${numberWords(gap.renderedWordCount)} ${gap.renderedWordCount === 1 ? 'is' : 'are'} there after scripts ran`
  return gap.contentHiddenFromAiCrawlers
    ? `${words}: crawlers that run no scripts miss most of the page.`
    : `${words}.`
}

function Checks({ checks }: { checks: Result['agentReadiness']['checks'] }) {
  return (
    <dl className="mt-2 space-y-3">
      {(Object.keys(AGENT_GROUP_WORDS) as (keyof typeof AGENT_GROUP_WORDS)[]).map((group) => (
        <div key={group}>
          <dt className="text-xs font-medium text-ink-faint">{AGENT_GROUP_WORDS[group]}</dt>
          <dd>
            <ul>
              {Object.entries(checks[group]).map(([name, passes]) => (
                <li key={name} className="flex items-baseline gap-2">
                  <span className={classes('w-9 text-xs', passes ? 'text-up' : 'text-ink-faint')}>
                    {passes ? 'Yes' : 'No'}
                  </span>
                  {AGENT_CHECK_WORDS[name] ?? name}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
