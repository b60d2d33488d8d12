import type { OperationAnswer } from '@sightline/shared/operation-port'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'

/** Whether an agent does what it is there for; pure.
 *  @param heardSecondsAgo when a controller was heard last; null: none was
 *  @param ailment what its self-test found; null: nothing */
export function readinessOf(
  heardSecondsAgo: number | null,
  ailment: string | null,
): OperationAnswer {
  const reasons: string[] = []
  if (heardSecondsAgo === null) reasons.push('No controller has answered yet.')
  else if (heardSecondsAgo * 1000 > AGENT_LOST_AFTER_MS) {
    reasons.push(
      `No controller has answered for ${Math.floor(heardSecondsAgo)} s: checks go on, results wait on disk.`,
    )
  }
  if (ailment !== null) reasons.push(ailment)
  return jsonAnswer(reasons.length === 0 ? 200 : 503, {
    status: reasons.length === 0 ? 'ok' : 'unavailable',
    reasons,
  })
}

/** An answer as programs read it. */
export function jsonAnswer(status: number, body: object): OperationAnswer {
  return { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) }
}
