/** How a part of a service is, in words that its users know. */
export const COMPONENT_STATES = [
  'down',
  'degraded',
  'maintenance',
  'unknown',
  'operational',
] as const
export type ComponentState = (typeof COMPONENT_STATES)[number]

/** How everything together is. */
export const OVERALL_STATES = [
  'majorOutage',
  'partialOutage',
  'degraded',
  'maintenance',
  'unknown',
  'operational',
] as const
export type OverallState = (typeof OVERALL_STATES)[number]

/** What a monitor's status says to those who use what it watches. */
export function componentState(status: string, inMaintenance: boolean): ComponentState {
  if (inMaintenance) return 'maintenance'
  switch (status) {
    case 'up':
      return 'operational'
    case 'down':
    case 'degraded':
    case 'maintenance':
      return status
    // pending, paused, unknown: nobody knows.
    default:
      return 'unknown'
  }
}

/** The worst of all: half of what is watched being down is more than a part. */
export function overallState(states: readonly ComponentState[]): OverallState {
  const count = (state: ComponentState): number => states.filter((one) => one === state).length
  const down = count('down')
  if (down > 0) return down * 2 >= states.length ? 'majorOutage' : 'partialOutage'
  if (count('degraded') > 0) return 'degraded'
  if (count('maintenance') > 0) return 'maintenance'
  return count('operational') > 0 ? 'operational' : 'unknown'
}

/** A group is as the worst of what is in it. */
export function worstState(states: readonly ComponentState[]): ComponentState {
  return COMPONENT_STATES.find((state) => states.includes(state)) ?? 'unknown'
}
