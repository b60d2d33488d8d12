import { Link } from '@tanstack/react-router'
import type { ListedMonitor } from '../../data/wire.ts'
import { responseWords } from '../../words/durations.ts'
import { STATUS_WORDS } from '../../words/statuses.ts'
import { classes } from '../class-names.ts'
import { BeatBar } from '../charts/beat-bar.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import { Since } from '../time.tsx'

/** Intervals on a tile. */
export const TILE_BEATS = 24

/** What is not well stands out from far away. */
const EDGES = {
  down: 'border-down bg-down-soft',
  degraded: 'border-degraded bg-degraded-soft',
  unknown: 'border-unknown bg-surface',
  maintenance: 'border-line bg-surface',
  paused: 'border-line bg-surface',
  pending: 'border-line bg-surface',
  up: 'border-line bg-surface',
} as const

/** Monitors as tiles, many on a screen. */
export function MonitorTiles({ monitors }: { monitors: readonly ListedMonitor[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-2">
      {monitors.map((monitor) => (
        <li key={monitor.id}>
          <Link
            to="/monitors/$monitorId"
            params={{ monitorId: monitor.id }}
            title={monitor.statusReason ?? monitor.url}
            className={classes(
              'block h-full rounded-lg border px-3 py-2 hover:bg-hover',
              EDGES[monitor.status],
            )}
          >
            <span className="flex items-center gap-2 text-sm font-medium">
              <StatusMark status={monitor.status} isNamed />
              <span dir="auto" className="min-w-0 truncate text-left">
                {monitor.name}
              </span>
            </span>
            <span className="mt-0.5 mb-1.5 flex justify-between gap-2 text-xs text-ink-soft">
              <span className="truncate">
                {STATUS_WORDS[monitor.status].title} <Since from={monitor.statusSince} isShort />
              </span>
              <span className="numbers whitespace-nowrap">{responseWords(monitor.responseMs)}</span>
            </span>
            {monitor.beats === undefined ? null : (
              <BeatBar packed={monitor.beats} places={TILE_BEATS} />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
