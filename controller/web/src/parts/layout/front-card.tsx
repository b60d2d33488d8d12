import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { setPageTitle } from '../../data/window-title.ts'
import { Wordmark } from './wordmark.tsx'

/** A page for people who are not signed in: one thing in the middle. */
export function FrontCard({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    setPageTitle(title)
  }, [title])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-4 py-10">
      <div className="mb-8 flex justify-center">
        <Wordmark />
      </div>
      <div className="rounded-2xl border border-line bg-surface p-6 shadow-xs">
        <h1 className="text-lg font-semibold">{title}</h1>
        {lead === undefined ? null : <div className="mt-1 text-sm text-ink-soft">{lead}</div>}
        <div className="mt-5">{children}</div>
      </div>
    </main>
  )
}
