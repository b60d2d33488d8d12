import type { Story } from '../../data/wire.ts'
import { responseWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import type { TracedPath, TraceStep } from './trace-steps.ts'
import { traceSteps } from './trace-steps.ts'

const DOTS: Readonly<Record<TraceStep['kind'], string>> = {
  start: 'rounded-full bg-accent-fill',
  hop: 'rounded-full bg-surface border-2 border-line-strong',
  silent: 'rounded-full bg-surface border-2 border-dotted border-line-strong',
  target: 'rounded-full bg-up',
  end: 'rotate-45 bg-down',
}

/** Where the line that leads on from a step is broken. */
const LINES: Readonly<Record<TraceStep['kind'], string>> = {
  start: 'border-solid border-line-strong',
  hop: 'border-solid border-line-strong',
  silent: 'border-dotted border-line-strong',
  target: 'border-transparent',
  end: 'border-transparent',
}

/** The ways to the target, hop by hop, from where it fails and where it passes. */
export function TracePaths({ evidence }: Pick<Story['analysis'], 'evidence'>) {
  const traced = evidence.flatMap(({ path, region, at }) =>
    path === undefined ? [] : [{ path, region: region ?? 'the location', at }],
  )
  if (traced.length === 0) return null
  return (
    <Card title="The way to the target">
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        {traced.map(({ path, region, at }) => (
          <figure key={`${region} ${at}`} className="min-w-0">
            <figcaption className="mb-3 text-xs text-ink-soft">
              From <span className="font-medium text-ink">{region}</span>, <Time at={at} />
              <span className="block break-words">{path.text}</span>
            </figcaption>
            <Steps path={path} region={region} />
          </figure>
        ))}
      </div>
    </Card>
  )
}

function Steps({ path, region }: { path: TracedPath; region: string }) {
  const steps = traceSteps(path, region)
  return (
    <ol>
      {steps.map((step, index) => (
        <li
          // A path can go the same way twice.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="relative flex gap-3 pb-3 text-sm last:pb-0"
        >
          {index === steps.length - 1 ? null : (
            <span
              aria-hidden
              className={classes(
                'absolute top-4 bottom-[-0.25rem] left-[0.34rem] border-l-2',
                steps[index + 1]?.kind === 'end' ? 'border-dashed border-down' : LINES[step.kind],
              )}
            />
          )}
          <span aria-hidden className={classes('mt-1.5 size-3 shrink-0', DOTS[step.kind])} />
          <Step step={step} />
        </li>
      ))}
    </ol>
  )
}

function Step({ step: { kind, hops, title, detail, ms, share } }: { step: TraceStep }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline justify-between gap-3">
        <span
          className={classes(
            'min-w-0 break-words',
            kind === 'silent' ? 'text-ink-faint' : 'font-medium',
            kind === 'end' && 'text-down',
          )}
        >
          {hops === null ? null : (
            <span className="numbers mr-1.5 text-xs font-normal text-ink-faint">
              <span className="sr-only">Hop </span>
              {hops[0] === hops[1] ? hops[0] : `${hops[0]}–${hops[1]}`}
            </span>
          )}
          {title}
          {kind === 'target' ? (
            <span className="font-normal text-up"> the target answers</span>
          ) : null}
        </span>
        {ms === null ? null : (
          <span className="numbers text-xs whitespace-nowrap text-ink-soft">
            {responseWords(ms)}
          </span>
        )}
      </span>
      {detail === null ? null : (
        <span className="block text-xs break-words text-ink-faint">{detail}</span>
      )}
      {ms === null ? null : (
        <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="mt-1 h-1 w-full">
          <rect width={100} height={1} className="text-line" fill="currentColor" />
          <rect
            width={Math.max(1, share * 100)}
            height={1}
            className="text-accent-fill"
            fill="currentColor"
          />
        </svg>
      )}
    </span>
  )
}
