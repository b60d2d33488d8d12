import type { OperationAnswer } from '@sightline/shared/operation-port'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'

/** Whether an agent does what it is there for; pure.
 *  @param how.heardSecondsAgo when a controller was heard last; null: none was
 *  @param how.trouble what came of the last try to connect, in words; null: it is connected, or tries for the first time
 *  @param how.ailment what its self-test found; null: nothing */
export function readinessOf(how: {
  readonly heardSecondsAgo: number | null
  readonly trouble: string | null
  readonly ailment: string | null
}): OperationAnswer {
  const { heardSecondsAgo, trouble, ailment } = how
  const reasons: string[] = []
  if (heardSecondsAgo === null) {
    reasons.push(
      trouble === null
        ? 'No controller has answered yet.'
        : `No controller has taken it yet (${trouble}).`,
    )
  } else if (heardSecondsAgo * 1000 > AGENT_LOST_AFTER_MS) {
    const seconds = Math.floor(heardSecondsAgo)
    const since =
      trouble === null ? `answered for ${seconds} s` : `had it for ${seconds} s (${trouble})`
    reasons.push(`No controller has ${since}: checks go on, results wait on disk.`)
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
