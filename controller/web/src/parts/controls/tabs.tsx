import { Link } from '@tanstack/react-router'
import { intoView } from '../layout/into-view.ts'

export interface TabWay {
  readonly id: string
  readonly text: string
  readonly count?: number | undefined
}

/** The parts of a page, each with an address of its own: `?tab=`. */
export function Tabs({
  label,
  tabs,
  present,
}: {
  label: string
  tabs: readonly TabWay[]
  present: string
}) {
  return (
    <nav aria-label={label} className="mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {tabs.map(({ id, text, count }) => (
          <li key={id}>
            <Link
              to="."
              search={(before: Record<string, unknown>) => ({ ...before, tab: id })}
              aria-current={id === present ? 'page' : undefined}
              ref={id === present ? intoView : undefined}
              className="-mb-px flex items-center gap-2 border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {text}
              {count === undefined ? null : (
                <span className="numbers rounded-full bg-sunken px-1.5 text-xs text-ink-faint">
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
