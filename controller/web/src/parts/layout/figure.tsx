import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'

/** One number with its name, and how it was before. */
export function Figure({
  name,
  value,
  note,
  tone,
}: {
  name: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'up' | 'degraded' | 'down'
}) {
  const colour =
    tone === undefined ? '' : { up: 'text-up', degraded: 'text-degraded', down: 'text-down' }[tone]
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-ink-faint">{name}</dt>
      <dd className={classes('numbers mt-0.5 text-xl font-semibold tracking-tight', colour)}>
        {value}
      </dd>
      {note === undefined ? null : <dd className="text-xs text-ink-faint">{note}</dd>}
    </div>
  )
}
