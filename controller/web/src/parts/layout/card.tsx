import type { ReactNode } from 'react'
import { useId } from 'react'
import { classes } from '../class-names.ts'

/** A part of a page with a name of its own. */
export function Card({
  title,
  actions,
  isFlush = false,
  className,
  children,
}: {
  title?: ReactNode
  actions?: ReactNode
  /** Its contents reach its edges: tables and lists. */
  isFlush?: boolean
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={classes(
        'min-w-0 overflow-hidden rounded-xl border border-line bg-surface',
        className,
      )}
    >
      {title === undefined ? null : (
        <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3.5 pb-2">
          <h2 id={id} className="min-w-0 text-sm font-semibold wrap-anywhere">
            {title}
          </h2>
          {actions}
        </header>
      )}
      <div className={isFlush ? '' : classes('px-4 pb-4', title === undefined && 'pt-4')}>
        {children}
      </div>
    </section>
  )
}
