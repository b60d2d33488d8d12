import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { FIGURE_WORDS } from '../../words/audit-figures.ts'
import { byteWords, countWords, numberWords, responseWords } from '../../words/durations.ts'
import { ScoreRing } from '../charts/score-ring.tsx'
import { Figure } from '../layout/figure.tsx'
import { useDevice } from './devices.tsx'
import { Section } from './section.tsx'

type Result = AnalysisOf<'lighthouse'>
type Field = NonNullable<Result['fieldData']['url']>

const LAB_SCORES = {
  performance: 'Performance',
  accessibility: 'Accessibility',
  bestPractices: 'Best practices',
  seo: 'SEO',
} as const

/** In the order in which they happen. */
const LAB_METRICS = {
  firstContentfulPaint: FIGURE_WORDS.firstContentfulPaintMs.name,
  largestContentfulPaint: FIGURE_WORDS.largestContentfulPaintMs.name,
  speedIndex: FIGURE_WORDS.speedIndexMs.name,
  timeToInteractive: 'Interactive',
  totalBlockingTime: FIGURE_WORDS.totalBlockingMs.name,
  cumulativeLayoutShift: FIGURE_WORDS.layoutShift.name,
} as const satisfies Record<keyof Result['metrics'], string>

const FIELD_METRICS = {
  largestContentfulPaint: FIGURE_WORDS.largestContentfulPaintMs.name,
  interactionToNextPaint: 'Interaction to next paint',
  cumulativeLayoutShift: FIGURE_WORDS.layoutShift.name,
  firstContentfulPaint: FIGURE_WORDS.firstContentfulPaintMs.name,
  timeToFirstByte: FIGURE_WORDS.firstByteMs.name,
} as const satisfies Record<Exclude<keyof Field, 'level' | 'overall'>, string>

const FIELD_TONES = { FAST: 'up', AVERAGE: 'degraded', SLOW: 'down' } as const
const FIELD_WORDS = { FAST: 'good', AVERAGE: 'to be improved', SLOW: 'poor' } as const

/** As Lighthouse colours them. */
const GOOD_FROM = 0.9
const FAIR_FROM = 0.5
function toneOf(score: number): 'up' | 'degraded' | 'down' {
  if (score >= GOOD_FROM) return 'up'
  return score >= FAIR_FROM ? 'degraded' : 'down'
}

export function LighthouseSection({ source }: { source: AuditSource }) {
  const { device, choice } = useDevice(source, 'lighthouse', 'mobile')
  return (
    <Section source={source} part={`lighthouse-${device}`} actions={choice}>
      {(result) => (
        <div className="space-y-5">
          <Scores scores={result.scores} />
          {(result.complete ?? true) ? null : (
            <p className="text-sm text-degraded">
              The page was still loading after 25 s: this is what had come until then.
            </p>
          )}
          <dl
            aria-label="In the lab"
            className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6"
          >
            {(Object.keys(LAB_METRICS) as (keyof typeof LAB_METRICS)[]).map((name) => {
              const { display, score } = result.metrics[name]
              return (
                <Figure key={name} name={LAB_METRICS[name]} value={display} tone={toneOf(score)} />
              )
            })}
          </dl>
          <RealVisitors data={result.fieldData} />
          <Opportunities opportunities={result.opportunities} />
          <Diagnostics diagnostics={result.diagnostics} />
        </div>
      )}
    </Section>
  )
}

function Scores({ scores }: Pick<Result, 'scores'>) {
  return (
    <ul className="flex flex-wrap gap-6">
      {(Object.keys(LAB_SCORES) as (keyof typeof LAB_SCORES)[]).map((name) => (
        <li key={name} className="flex items-center gap-3 text-sm">
          <ScoreRing score={scores[name]} label={LAB_SCORES[name]} isSmall />
          {LAB_SCORES[name]}
        </li>
      ))}
    </ul>
  )
}

/** What Chrome measured for people who were there; nothing where nobody knows. */
function RealVisitors({ data }: { data: Result['fieldData'] }) {
  const field = data.url ?? data.origin
  if (field === null) return null
  const shown = (name: keyof typeof FIELD_METRICS, value: number): string =>
    name === 'cumulativeLayoutShift' ? value.toFixed(2) : responseWords(value)
  return (
    <section aria-label="Of real visitors" className="space-y-3">
      <h3 className="text-sm font-medium">
        Of real visitors {data.url === null ? 'of the whole site' : 'of this page'}, at the 75th
        percentile of the last 28 days: {FIELD_WORDS[field.overall]}
      </h3>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
        {(Object.keys(FIELD_METRICS) as (keyof typeof FIELD_METRICS)[]).map((name) => {
          const known = field[name]
          if (known === null) return null
          return (
            <Figure
              key={name}
              name={FIELD_METRICS[name]}
              value={shown(name, known.p75)}
              tone={FIELD_TONES[known.category]}
            />
          )
        })}
      </dl>
    </section>
  )
}

function Opportunities({ opportunities }: Pick<Result, 'opportunities'>) {
  if (opportunities.length === 0) return null
  return (
    <ul aria-label="What would make it faster" className="space-y-1.5 text-sm">
      {opportunities.map(({ id, title, display }) => (
        <li key={id} className="break-words">
          {title} <span className="text-xs text-ink-faint">{display}</span>
        </li>
      ))}
    </ul>
  )
}

/** Why it is so. */
function Diagnostics({ diagnostics: known }: Pick<Result, 'diagnostics'>) {
  const parts = [
    `${byteWords(known.totalByteWeight.value)} loaded`,
    countWords(known.domSize.value, 'element'),
    `${responseWords(known.mainThreadWork.value)} of work, ${responseWords(known.bootupTime.value)} of it by scripts`,
    `${numberWords(known.thirdPartyCount)} other ${known.thirdPartyCount === 1 ? 'party' : 'parties'}`,
  ]
  return <p className="text-xs break-words text-ink-faint">{parts.join(' · ')}</p>
}
