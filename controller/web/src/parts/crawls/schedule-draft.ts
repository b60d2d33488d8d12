import type { Schedule } from '../../data/wire.ts'
import { instantOf, wallClock } from '../../words/zoned.ts'
import type { Tree } from '../monitor-form/paths.ts'
import { changesOf } from '../monitor-form/paths.ts'
import { DEFAULT_SETTINGS } from './crawl-settings.ts'

/** The first run unless told otherwise: in the coming night. */
const NIGHT = 'T03:00'
const DAY_MS = 86_400_000

/** A crawl that repeats as a form has it. */
export interface ScheduleDraft {
  readonly url: string
  /** What the clocks of its zone show, to the minute: "2026-11-23T03:00". */
  readonly from: string
  readonly recurrence: Schedule['recurrence']
  readonly repeatEvery: number
  readonly timezone: string
  readonly settings: Schedule['settings']
  readonly alerts: Schedule['alerts']
}

/** @param schedule null: a new one, by the clocks of `zone` */
export function draftOf(schedule: Schedule | null, zone: string, nowMs: number): ScheduleDraft {
  if (schedule !== null) {
    const { url, recurrence, repeatEvery, timezone, settings, alerts } = schedule
    const from = wallClock(new Date(schedule.from), timezone)
    return { url, from, recurrence, repeatEvery, timezone, settings, alerts }
  }
  const tomorrow = wallClock(new Date(nowMs + DAY_MS), zone).slice(0, 10)
  return {
    url: '',
    from: `${tomorrow}${NIGHT}`,
    recurrence: 'week',
    repeatEvery: 1,
    timezone: zone,
    settings: DEFAULT_SETTINGS,
    alerts: {
      memberIds: [],
      contactIds: [],
      teamIds: [],
      scoreDrop: 5,
      newErrors: true,
      indexability: true,
    },
  }
}

/** What is sent. Of one that is there only what was changed, so that two who change different things do not undo each
 *  other; its first run may have seconds, which no field shows. Pure. */
export function bodyOf(draft: ScheduleDraft, schedule: Schedule | null): Tree {
  const { from, settings, ...rest } = draft
  const begins = instantOf(from, draft.timezone)?.toISOString() ?? from
  const all = { ...rest, ...settings, from: begins }
  if (schedule === null) return all
  const before = draftOf(schedule, draft.timezone, 0)
  const isMoved = from !== before.from || draft.timezone !== before.timezone
  const shown = { ...before, ...before.settings, from: isMoved ? null : begins }
  return (changesOf(all, shown) ?? {}) as Tree
}
