import { numberWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'

/** A share of all, with its colour. */
export interface CountBar {
  readonly name: string
  readonly count: number
  /** Tailwind's background of its bar. */
  readonly look?: string
}

/** How many there are of each kind, as bars one below the other. */
export function CountBars({ label, bars }: { label: string; bars: readonly CountBar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol className="space-y-1.5 text-sm" aria-label={label}>
      {bars.map(({ name, count, look }) => (
        <li key={name} className="grid grid-cols-[6.5rem_1fr_4rem] items-center gap-3">
          <span className="text-ink-soft">{name}</span>
          <span aria-hidden className="h-4 rounded bg-sunken">
            <span
              className={classes('block h-4 rounded', look ?? 'bg-accent-fill')}
              style={{ width: `${Math.max(0.5, (count / most) * 100)}%` }}
            />
          </span>
          <span className="numbers text-right">{numberWords(count)}</span>
        </li>
      ))}
    </ol>
  )
}
