import type { Window } from '../../data/wire.ts'
import { instantOf, wallClock } from '../../words/zoned.ts'

const HOUR_MS = 3_600_000

/** A window as a form has it. Times are what the clocks of its zone show, to the minute: "2026-11-23T22:00". */
export interface WindowDraft {
  readonly description: string
  readonly from: string
  readonly to: string
  readonly recurrence: Window['recurrence']
  readonly repeatEvery: number
  /** "": for ever. */
  readonly effectiveTo: string
  readonly timezone: string
  readonly allMonitors: boolean
  readonly monitorIds: readonly string[]
}

const TIMES = ['from', 'to', 'effectiveTo'] as const
const OTHERS = ['description', 'recurrence', 'repeatEvery', 'timezone'] as const

/** What is once has no rule, or the one that it came with: what was typed of one is no longer on the form, and what is
 *  wrong with it could not be seen there. */
function onceOf(before: WindowDraft | null): Pick<WindowDraft, 'repeatEvery' | 'effectiveTo'> {
  if (before?.recurrence !== 'none') return { repeatEvery: 1, effectiveTo: '' }
  const { repeatEvery, effectiveTo } = before
  return { repeatEvery, effectiveTo }
}

/** @param window null: a new one, in the next hour */
export function draftOf(window: Window | null, zone: string, nowMs: number): WindowDraft {
  const timezone = window?.timezone ?? zone
  const wall = (at: string | number) => wallClock(new Date(at), timezone)
  if (window !== null) {
    const { effectiveTo } = window
    return {
      ...window,
      from: wall(window.from),
      to: wall(window.to),
      effectiveTo: effectiveTo === null ? '' : wall(effectiveTo),
      timezone,
    }
  }
  const nextHour = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  return {
    description: '',
    from: wall(nextHour),
    to: wall(nextHour + HOUR_MS),
    recurrence: 'none',
    repeatEvery: 1,
    effectiveTo: '',
    timezone,
    allMonitors: false,
    monitorIds: [],
  }
}

/** What is sent. Of a window that is there only what was changed: its times may have seconds, which no field shows, and
 *  a schedule that changes by them loses what was moved or cancelled of it. Pure. */
export function bodyOf(typed: WindowDraft, window: Window | null): Record<string, unknown> {
  const before = window === null ? null : draftOf(window, typed.timezone, 0)
  const draft = typed.recurrence === 'none' ? { ...typed, ...onceOf(before) } : typed
  const isMoved = before?.timezone !== draft.timezone
  const body: Record<string, unknown> = {}
  for (const name of OTHERS) if (draft[name] !== before?.[name]) body[name] = draft[name]
  for (const name of TIMES) {
    if (draft[name] === before?.[name] && !isMoved) continue
    const instant = instantOf(draft[name], draft.timezone)
    body[name] = name === 'effectiveTo' && draft[name] === '' ? null : (instant ?? draft[name])
  }
  const isSameSet =
    draft.allMonitors === before?.allMonitors &&
    draft.monitorIds.join() === before.monitorIds.join()
  if (isSameSet) return body
  return draft.allMonitors
    ? { ...body, allMonitors: true }
    : { ...body, allMonitors: false, monitorIds: draft.monitorIds }
}
