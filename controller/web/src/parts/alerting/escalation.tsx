import { shortDuration } from '../../words/durations.ts'

export interface EscalationStep {
  readonly afterMinutes: number
  readonly names: readonly string[]
}

const MINUTE_SECONDS = 60

/** Who is told when, from the beginning of an outage on. */
export function Escalation({ steps }: { steps: readonly EscalationStep[] }) {
  return (
    <ol aria-label="Escalation" className="relative space-y-3 border-l-2 border-line pl-5">
      {steps.map(({ afterMinutes, names }) => (
        <li key={afterMinutes} className="relative text-sm">
          <span
            aria-hidden
            className="absolute top-1.5 -left-[1.62rem] size-2.5 rounded-full border-2 border-surface bg-accent-fill"
          />
          <span className="font-medium">
            {afterMinutes === 0
              ? 'At once'
              : `After ${shortDuration(afterMinutes * MINUTE_SECONDS)}`}
          </span>
          <span className="block wrap-anywhere text-ink-soft">
            {names.length === 0 ? 'Nobody' : names.join(', ')}
          </span>
        </li>
      ))}
    </ol>
  )
}
