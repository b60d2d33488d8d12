import type { ReactNode } from 'react'

/** What is wider than a phone, and scrolls within itself: with the keys too. What is only read out stays within it. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Whoever has no mouse scrolls what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      {children}
    </div>
  )
}
