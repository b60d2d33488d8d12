import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { setPageTitle } from '../../data/window-title.ts'
import { PAGE_CLASSES } from './frame-classes.ts'

/** Signs of a title that may not be seen whole. */
const LONG = 60

/** A page: its title (also the window's), what can be done there, and its contents. */
export function Page({
  title,
  part,
  above,
  lead,
  actions,
  children,
}: {
  title: string
  /** What of it is shown: the window is called by it too. */
  part?: string | undefined
  /** Where it belongs: a link back. */
  above?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const name = part === undefined ? title : `${part} · ${title}`
  useEffect(() => {
    setPageTitle(name)
  }, [name])
  return (
    <div className={PAGE_CLASSES}>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {above === undefined ? null : <div className="mb-1 text-sm text-ink-faint">{above}</div>}
          <h1
            // Names have any length: what is about to be done must be in sight too.
            title={title.length > LONG ? title : undefined}
            className="line-clamp-3 text-2xl font-semibold tracking-tight break-words"
          >
            {title}
          </h1>
          {lead === undefined ? null : (
            <div className="mt-1 text-sm wrap-anywhere text-ink-soft">{lead}</div>
          )}
        </div>
        {actions === undefined ? null : (
          <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
        )}
      </header>
      {children}
    </div>
  )
}
