import { Maximize, X } from 'lucide-react'
import { useRef } from 'react'
import { timeZone } from '../../data/preferences.ts'
import { useKeys } from '../../data/use-keys.ts'
import type { ListedMonitor } from '../../data/wire.ts'
import { numberWords } from '../../words/durations.ts'
import { STATUS_ORDER, STATUS_WORDS } from '../../words/statuses.ts'
import { shortTime, zoneName } from '../../words/times.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import { useNow } from '../time.tsx'
import { MonitorTiles } from './monitor-tiles.tsx'

/** The whole screen for tiles: what hangs on a wall. Escape leaves it. */
export function Wall({
  monitors,
  onLeave,
}: {
  monitors: readonly ListedMonitor[]
  onLeave: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const now = useNow()
  const zone = timeZone.use()
  useKeys((key) => {
    if (key === 'Escape') onLeave()
    return key === 'Escape'
  })
  return (
    <div ref={place} className="fixed inset-0 z-30 overflow-y-auto bg-canvas p-4">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <ul aria-label="By status" className="flex flex-wrap gap-x-6 gap-y-2">
          {STATUS_ORDER.map((status) => {
            const count = monitors.filter((monitor) => monitor.status === status).length
            return count === 0 ? null : (
              <li key={status} className="flex items-center gap-2 text-lg font-semibold">
                <StatusMark status={status} isNamed className="size-6" />
                <span className="numbers">{numberWords(count)}</span>
                <span className="text-base font-normal text-ink-soft">
                  {STATUS_WORDS[status].title}
                </span>
              </li>
            )
          })}
        </ul>
        <span className="flex items-center gap-2">
          <time className="numbers text-lg font-semibold">
            {shortTime(now, zone, now)} {zoneName(zone, now)}
          </time>
          <IconButton
            name="Fill the screen"
            onPress={() => void place.current?.requestFullscreen().catch(() => undefined)}
          >
            <Maximize aria-hidden />
          </IconButton>
          <IconButton name="Leave the wall" onPress={onLeave}>
            <X aria-hidden />
          </IconButton>
        </span>
      </header>
      <MonitorTiles monitors={monitors} />
    </div>
  )
}
