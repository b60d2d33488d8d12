import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'

/** A part of a form that most people leave alone. What opened stays open until somebody closes it: it would close under the
 *  hand of who empties a field.
 *  @param isOpen something in it is not as ever */
export function Fold({
  title,
  note,
  isOpen,
  children,
}: {
  title: string
  /** What holds while it is left alone. */
  note?: ReactNode
  isOpen: boolean
  children: ReactNode
}) {
  const [isOpened, setOpened] = useState(isOpen)
  if (isOpen && !isOpened) setOpened(true)
  return (
    <details open={isOpened} className="group rounded-xl border border-line bg-surface">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-3 text-sm font-semibold">
        <ChevronRight
          aria-hidden
          className="size-4 text-ink-faint transition-transform group-open:rotate-90"
        />
        {title}
        {note === undefined ? null : (
          <span className="ml-auto text-xs font-normal text-ink-faint">{note}</span>
        )}
      </summary>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 px-4 pt-1 pb-4 sm:grid-cols-2">
        {children}
      </div>
    </details>
  )
}
