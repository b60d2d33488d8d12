import type { ReactNode } from 'react'

/** One thing that is known, with its name, in a list of such (`dl`). */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-24 shrink-0 text-ink-faint">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
