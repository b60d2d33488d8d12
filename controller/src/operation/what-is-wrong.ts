import { counted } from '@sightline/shared/counted'
import type { HealthFigures } from '../db/health-figures.ts'
import { clockTrouble } from './clock-trouble.ts'

/** Slots are filled within a minute, also over those that an agent left open. */
const UNCOMMITTED_S = 300
/** What is tried again is due again later: an alert that long overdue is not tried at all. */
const OVERDUE_S = 300

/** Regions that a sentence names. */
const MAX_NAMED = 10

const minutes = (seconds: number): string => counted(Math.floor(seconds / 60), 'minute')

/** What keeps an installation from doing its work, a sentence each; pure. */
export function whatIsWrong(figures: HealthFigures): readonly string[] {
  const { deadRegions, uncommittedSeconds, nearestClockMs, oldestAlertSeconds } = figures
  const wrong: string[] = []
  if (deadRegions.length > 0) {
    const named = deadRegions.slice(0, MAX_NAMED).join(', ')
    const more = deadRegions.length - MAX_NAMED
    wrong.push(
      `No live agent checks the monitors of ${named}${more > 0 ? ` and ${counted(more, 'more location')}` : ''}.`,
    )
  }
  const clock = clockTrouble(nearestClockMs)
  if (clock !== null) wrong.push(clock)
  if (uncommittedSeconds !== null && uncommittedSeconds > UNCOMMITTED_S) {
    wrong.push(`No result was stored for ${minutes(uncommittedSeconds)}.`)
  }
  if (oldestAlertSeconds > OVERDUE_S) {
    wrong.push(`An alert is ${minutes(oldestAlertSeconds)} overdue.`)
  }
  return wrong
}
