import { useQuery } from '@tanstack/react-query'
import { Maximize, X } from 'lucide-react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { MonitorFilters } from '../../data/monitors.ts'
import { monitorCountsQuery } from '../../data/monitors.ts'
import { timeZone } from '../../data/preferences.ts'
import type { ListedMonitor } from '../../data/wire.ts'
import { numberWords } from '../../words/durations.ts'
import { STATUS_ORDER, STATUS_WORDS } from '../../words/statuses.ts'
import { shortTime, zoneName } from '../../words/times.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { StatusMark } from '../status/status-mark.tsx'
import { useNow } from '../time.tsx'
import { MonitorTiles } from './monitor-tiles.tsx'

/** Not every browser lets a page have the whole screen: it stays in its window then. */
const fillScreen = (): void =>
  void document.documentElement.requestFullscreen().catch(() => undefined)

/** The whole window, or screen, for tiles: what hangs on a wall. Escape leaves it. */
export function Wall({
  monitors,
  filters,
  rest,
  onLeave,
}: {
  monitors: readonly ListedMonitor[]
  /** What narrows them. */
  filters: MonitorFilters
  /** Says that there are more than are shown, where there are. */
  rest: React.ReactNode
  onLeave: () => void
}) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onLeave()
      }}
      className="fixed inset-0 z-30 overflow-y-auto bg-canvas"
    >
      <Modal>
        <Dialog className="p-4 outline-none">
          <Heading slot="title" className="sr-only">
            Wall
          </Heading>
          <header className="mb-4 flex flex-wrap items-center justify-between gap-4">
            <Counts filters={filters} />
            <span className="flex items-center gap-2">
              <Clock />
              <IconButton name="Fill the screen" onPress={fillScreen}>
                <Maximize aria-hidden />
              </IconButton>
              <IconButton name="Leave the wall" onPress={onLeave}>
                <X aria-hidden />
              </IconButton>
            </span>
          </header>
          <MonitorTiles monitors={monitors} />
          {rest}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Of all that match, also of those that have no tile. */
function Counts({
  filters: { status: only, type, tag, region, search },
}: {
  filters: MonitorFilters
}) {
  const { data: counts } = useQuery(monitorCountsQuery({ type, tag, region, search }))
  return (
    <ul aria-label="By status" className="flex flex-wrap gap-x-6 gap-y-2">
      {STATUS_ORDER.map((status) => {
        const count = counts?.[status] ?? 0
        return count === 0 || (only !== undefined && only !== status) ? null : (
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
  )
}

function Clock() {
  const now = useNow()
  const zone = timeZone.use()
  return (
    <time className="numbers text-lg font-semibold">
      {shortTime(now, zone, now)} {zoneName(zone, now)}
    </time>
  )
}
