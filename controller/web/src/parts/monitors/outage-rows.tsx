import { Link } from '@tanstack/react-router'
import type { Outage } from '../../data/wire.ts'
import { Since, Time } from '../time.tsx'

/** Outages, the newest first, each a way to its story. */
export function OutageRows({ outages }: { outages: readonly Outage[] }) {
  return (
    <ul>
      {outages.map(({ id, startedAt, endedAt, ongoing, scope, summary }) => (
        <li key={id} className="border-t border-line">
          <Link
            to="/outages/$outageId"
            params={{ outageId: id }}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm hover:bg-hover"
          >
            <span className="min-w-0 flex-1 break-words">
              {summary}
              {scope === 'regional' ? (
                <span className="text-ink-faint"> Only some locations.</span>
              ) : null}
            </span>
            <span className="text-xs whitespace-nowrap text-ink-soft">
              <Time at={startedAt} />, {ongoing ? 'for ' : ''}
              <Since from={startedAt} to={endedAt} isShort />
              {ongoing ? <span className="ml-1 font-semibold text-down">so far</span> : null}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
