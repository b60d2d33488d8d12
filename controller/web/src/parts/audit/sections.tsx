import type { AnalysisOf } from '../../data/analyses.ts'
import type { AuditSource } from '../../data/audits.ts'
import { numberWords } from '../../words/durations.ts'
import { Waterfall } from '../charts/waterfall.tsx'
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
