import { ChevronRight } from 'lucide-react'
import type { ListedMonitor } from '../../data/wire.ts'
import { numberWords } from '../../words/durations.ts'
import { STATUS_ORDER, STATUS_WORDS } from '../../words/statuses.ts'
import { StatusMark } from '../status/status-mark.tsx'
import { MonitorTiles } from './monitor-tiles.tsx'
import { tagGroups } from './tag-groups.ts'

/** Monitors by tag with the state of the worst; groups where all is well are folded. */
export function TagGroups({ monitors }: { monitors: readonly ListedMonitor[] }) {
  return (
    <div className="space-y-3">
      {tagGroups(monitors, STATUS_ORDER).map(({ tag, status, counts, isWell, monitors: those }) => (
        <details
          // Folded or not as it is now: what people unfold stays so until that changes.
          key={`${tag ?? ''} ${isWell}`}
          open={!isWell}
          className="group rounded-xl border border-line bg-surface"
        >
          <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
            <ChevronRight
              aria-hidden
              className="size-4 text-ink-faint transition-transform group-open:rotate-90"
            />
            <StatusMark status={status} isNamed className="size-[1.1rem]" />
            <span className="font-semibold break-words">{tag ?? 'Without a tag'}</span>
            <span className="text-xs text-ink-soft">
              {STATUS_ORDER.flatMap((each) => {
                const count = counts.get(each)
                return count === undefined
                  ? []
                  : [`${numberWords(count)} ${STATUS_WORDS[each].title.toLowerCase()}`]
              }).join(', ')}
            </span>
          </summary>
          <div className="px-4 pb-4">
            <MonitorTiles monitors={those} />
          </div>
        </details>
      ))}
    </div>
  )
}
