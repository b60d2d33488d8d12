import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { numberWords, responseWords } from '../../words/durations.ts'
import { ScoreRing, scoreTone } from '../charts/score-ring.tsx'
import { Waterfall } from '../charts/waterfall.tsx'
import { classes } from '../class-names.ts'
import { Figure } from '../layout/figure.tsx'
import { useDevice } from './devices.tsx'
import { Section } from './section.tsx'

export function ScreenshotSection({ source }: { source: AuditSource }) {
  const { device, choice } = useDevice(source, 'screenshot', 'desktop')
  return (
    <Section source={source} part={`screenshot-${device}`} actions={choice}>
      {({ mimeType, data, width, height }) => (
        <img
          src={`data:${mimeType};base64,${data}`}
          width={width}
          height={height}
          alt={`The page on a ${device === 'mobile' ? 'phone' : 'desktop'}`}
          className="mx-auto h-auto max-h-[32rem] w-auto max-w-full rounded-lg border border-line"
        />
      )}
    </Section>
  )
}

export function WaterfallSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="waterfall">
      {(load) => <Waterfall load={load} />}
    </Section>
  )
}

const LAB_SCORES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  bestPractices: 'Best practices',
  seo: 'SEO',
} as const

export function LighthouseSection({ source }: { source: AuditSource }) {
  const { device, choice } = useDevice(source, 'lighthouse', 'mobile')
  return (
    <Section source={source} part={`lighthouse-${device}`} actions={choice}>
      {({ scores, opportunities }) => (
        <>
          <ul className="flex flex-wrap gap-6">
            {(Object.keys(LAB_SCORES) as (keyof typeof LAB_SCORES)[]).map((name) => (
              <li key={name} className="flex items-center gap-3 text-sm">
                <ScoreRing score={scores[name]} label={LAB_SCORES[name]} isSmall />
                {LAB_SCORES[name]}
              </li>
            ))}
          </ul>
          {opportunities.length === 0 ? null : (
            <ul className="mt-4 space-y-1.5 text-sm">
              {opportunities.map(({ id, title, display }) => (
                <li key={id} className="break-words">
                  {title} <span className="text-xs text-ink-faint">{display}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  )
}

export function SecuritySection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="security-headers">
      {({ grade, score, tests }) => (
        <>
          <p className="text-sm">
            <span className={classes('text-2xl font-semibold', scoreTone(score))}>{grade}</span>{' '}
            <span className="text-ink-faint">{score} points; 100 is good, extras give more</span>
          </p>
          <ul className="mt-3 space-y-1.5 text-sm">
            {Object.entries(tests)
              .filter(([, { pass }]) => !pass)
              .map(([name, { description, scoreModifier }]) => (
                <li key={name} className="flex items-baseline gap-3">
                  <span className="numbers w-9 shrink-0 text-right text-xs font-semibold text-down">
                    {scoreModifier}
                  </span>
                  <span className="min-w-0 break-words">{description}</span>
                </li>
              ))}
          </ul>
        </>
      )}
    </Section>
  )
}

export function ContentSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="content">
      {({ metrics, readability, headings }) => (
        <>
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Figure name="Words" value={numberWords(metrics.wordCount)} />
            <Figure name="Sentences" value={numberWords(metrics.sentenceCount)} />
            <Figure
              name="Reading ease"
              value={readability.fleschReadingEase ?? '–'}
              note="100 is easiest"
            />
            <Figure name="School grade" value={readability.fleschKincaidGrade ?? '–'} />
          </dl>
          <Outline headings={headings} />
        </>
      )}
    </Section>
  )
}

function Outline({ headings }: Pick<AnalysisOf<'content'>, 'headings'>) {
  if (headings.length === 0) return <p className="mt-4 text-sm text-ink-soft">No headings.</p>
  return (
    <ol aria-label="Headings" className="mt-4 max-h-72 space-y-1 overflow-y-auto text-sm">
      {headings.map(({ level, text }, index) => (
        // Two headings can say the same.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} style={{ paddingLeft: `${(level - 1) * 1.25}rem` }} className="break-words">
          <span className="mr-2 font-mono text-xs text-ink-faint">h{level}</span>
          {text}
        </li>
      ))}
    </ol>
  )
}

export function LinksSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="links">
      {({ counts }) => (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Figure name="Links" value={numberWords(counts.total)} />
          <Figure name="To this site" value={numberWords(counts.internal)} />
          <Figure name="To others" value={numberWords(counts.external)} />
          <Figure name="Nofollow" value={numberWords(counts.nofollow)} />
        </dl>
      )}
    </Section>
  )
}

export function StructuredDataSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="structured-data">
      {({ hasStructuredData, types, errors }) => (
        <div className="text-sm">
          <p className="text-ink-soft">
            {hasStructuredData ? types.join(', ') : 'The page has none.'}
          </p>
          <ul className="mt-2 space-y-1 text-down">
            {errors.map((error) => (
              <li key={JSON.stringify(error)} className="break-words">
                {typeof error === 'string' ? error : error.message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}

export function RedirectsSection({ source }: { source: AuditSource }) {
  return (
    <Section source={source} part="redirect-chains">
      {({ chain }) => (
        <ol className="space-y-1.5 text-sm">
          {chain.map(({ step, url: at, statusCode, ms }) => (
            <li key={step} className="flex items-baseline gap-3">
              <span className="numbers w-9 shrink-0 font-semibold">{statusCode ?? '–'}</span>
              <span className="min-w-0 flex-1 break-all">{at}</span>
              <span className="text-xs text-ink-faint">{responseWords(ms)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
