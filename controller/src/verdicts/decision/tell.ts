import type { Step } from './step.ts'
import { act } from './step.ts'
import type { DecisionAction } from './types.ts'

type Alert = Extract<DecisionAction, { kind: 'alert' }>

/** Has people told. While a monitor flaps, that it is down or up goes into the digest. */
export function tell(step: Step, alert: Omit<Alert, 'kind' | 'isDigested' | 'isOver'>): Step {
  const { flapping } = step.state
  const isChange = alert.alert === 'down' || alert.alert === 'up'
  return act(step, {
    kind: 'alert',
    ...alert,
    isDigested: isChange && flapping,
    isOver: alert.alert === 'flapping' && !flapping,
  })
}
