import { Link } from '@tanstack/react-router'
import type { ListedOutage } from '../../data/outages.ts'
import { StatusMark } from '../status/status-mark.tsx'
import { Since, Time } from '../time.tsx'

/** Outages of all monitors, the newest first. */
export function OutageList({ outages }: { outages: readonly ListedOutage[] }) {
  return (
    <ul>
      {outages.map(({ id, monitor, startedAt, endedAt, ongoing, scope, summary, acknowledged }) => (
        <li key={id} className="border-t border-line">
          <Link
            to="/outages/$outageId"
            params={{ outageId: id }}
            className="flex items-start gap-3 px-4 py-3 text-sm hover:bg-hover"
          >
            <StatusMark status={ongoing ? 'down' : 'up'} isNamed className="mt-0.5" />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium break-words">{monitor.name}</span>
                <span className="text-xs whitespace-nowrap text-ink-soft">
                  <Time at={startedAt} />,{' '}
                  {ongoing ? (
                    <span className="font-semibold text-down">
                      down for <Since from={startedAt} isShort />
                    </span>
                  ) : (
                    <Since from={startedAt} to={endedAt} isShort />
                  )}
                </span>
              </span>
              <span className="block text-xs break-words text-ink-soft">
                {summary}
                {scope === 'regional' ? ' Only from some locations.' : ''}
                {acknowledged === null ? '' : ` ${acknowledged.by.name} has it in hand.`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
