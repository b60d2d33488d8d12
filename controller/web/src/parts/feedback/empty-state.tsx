import type { ReactNode } from 'react'

/** What would be here, and how it comes to be. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-xl border border-dashed border-line-strong/40 px-6 py-12 text-center">
      {icon === undefined ? null : (
        <span
          aria-hidden
          className="mb-1 rounded-full bg-accent-soft p-3 text-accent [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {children === undefined ? null : (
        <div className="max-w-md text-sm text-ink-soft">{children}</div>
      )}
      {action === undefined ? null : <div className="mt-3">{action}</div>}
    </div>
  )
}
