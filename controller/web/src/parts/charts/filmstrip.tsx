import type { AnalysisOf } from '../../data/analyses.ts'
import { responseWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { stillsOf } from './waterfall-geometry.ts'

type Picture = NonNullable<AnalysisOf<'waterfall'>['filmstrip']>[number]

/** As many as can be made out beside each other on a phone's width. */
const STILLS = 8

/** What was seen while a page loaded, along the axis of its requests. A picture that differs from the one before is
 *  framed. */
export function Filmstrip({ frames, lengthMs }: { frames: readonly Picture[]; lengthMs: number }) {
  const stills = stillsOf(frames, lengthMs, STILLS)
  return (
    <ol className="flex" aria-label="What was seen, and when">
      {stills.map(({ toMs, frame, isNew }, index) => (
        <li key={toMs} className="flex min-w-0 flex-1 flex-col items-end px-0.5">
          {frame === null ? (
            <span className="sr-only">Nothing was drawn yet</span>
          ) : (
            <img
              src={`data:${frame.mimeType};base64,${frame.data}`}
              width={frame.width}
              height={frame.height}
              alt={isNew ? 'A new picture' : 'The same picture'}
              className={classes(
                'h-auto w-full rounded-sm border-2',
                isNew ? 'border-accent-fill' : 'border-line',
              )}
            />
          )}
          <span
            className={classes(
              'numbers text-[0.6875rem] whitespace-nowrap text-ink-faint',
              // There is no room for all of them.
              index % 2 === 0 && 'sr-only',
            )}
          >
            {responseWords(toMs)}
          </span>
        </li>
      ))}
    </ol>
  )
}
