import { Link } from '@tanstack/react-router'
import type { Overview } from '../../data/outages.ts'
import { Card } from '../layout/card.tsx'
import { numberWords } from '../../words/durations.ts'
import { StatusMark } from '../status/status-mark.tsx'
import { Since } from '../time.tsx'

/** With more the rest of the page would be out of sight; the list has all of them, failed ones first. */
const MOST = 10

/** What is not well now, why, and since when. */
export function Troubled({ overview }: { overview: Overview }) {
  const { troubled, monitors } = overview
  const shown = troubled.slice(0, MOST)
  const rest = monitors.byStatus.down + monitors.byStatus.degraded - shown.length
  return (
    <Card
      title="Needs attention"
      isFlush
      actions={
        rest <= 0 ? null : (
          <Link to="/monitors" className="text-xs font-medium text-accent hover:underline">
            All {numberWords(shown.length + rest)}
          </Link>
        )
      }
    >
      <ul>
        {shown.map(({ id, name, status, since, reason, acknowledgedByName }) => (
          <li key={id} className="border-t border-line">
            <Link
              to="/monitors/$monitorId"
              params={{ monitorId: id }}
              className="flex items-start gap-3 px-4 py-3 text-sm hover:bg-hover"
            >
              <StatusMark status={status} className="mt-0.5 size-[1.1rem]" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{name}</span>
                <span className="block text-xs break-words text-ink-soft">
                  {reason ?? 'No reason is known yet.'}
                  {acknowledgedByName === null ? '' : ` ${acknowledgedByName} has it in hand.`}
                </span>
              </span>
              <span className="text-xs whitespace-nowrap text-ink-soft">
                <Since from={since} isShort />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
