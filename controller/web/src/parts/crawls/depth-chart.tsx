import { numberWords } from '../../words/durations.ts'

/** Pages by their clicks from the start. */
export function DepthChart({ depths }: { depths: readonly { depth: number; count: number }[] }) {
  const most = Math.max(1, ...depths.map(({ count }) => count))
  return (
    <ol className="space-y-1.5 text-sm" aria-label="Pages by clicks from the start">
      {depths.map(({ depth, count }) => (
        <li key={depth} className="grid grid-cols-[5.5rem_1fr_4rem] items-center gap-3">
          <span className="text-ink-soft">
            {depth === 0 ? 'Start' : `${depth} click${depth === 1 ? '' : 's'}`}
          </span>
          <span aria-hidden className="h-4 rounded bg-sunken">
            <span
              className="block h-4 rounded bg-accent-fill"
              style={{ width: `${Math.max(0.5, (count / most) * 100)}%` }}
            />
          </span>
          <span className="numbers text-right">{numberWords(count)}</span>
        </li>
      ))}
    </ol>
  )
}
