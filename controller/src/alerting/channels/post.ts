import type { Delivery, Outcome, SendingParts } from './channel.ts'
import type { OutgoingRequest, Reply } from './send-request.ts'
import { sendRequest } from './send-request.ts'

/** What a service means by its answers. */
interface Manners {
  /** Its name at the beginning of a sentence. */
  readonly name: string
  /** Statuses after which trying again cannot help. */
  readonly finalStatuses: readonly number[]
  /** What the service itself says is wrong, in its own few words; null when it says nothing. Bodies of
   *  unknown servers are never shown. */
  readonly reasonIn?: (body: string) => string | null
  /** How long the service wants to be left alone, where it says so in the body, ms; null: it does not. */
  readonly retryAfterIn?: (body: string) => number | null
}

/** Posts and judges the answer. Never throws. */
export async function post(
  parts: SendingParts,
  request: OutgoingRequest,
  delivery: Delivery,
  manners: Manners,
): Promise<Outcome> {
  const reply = await sendRequest(parts, request, { signal: delivery.signal })
  return judgeReply(reply, manners)
}

/** Pure. */
export function judgeReply(reply: Reply, manners: Manners): Outcome {
  if (reply.kind === 'blocked') return { kind: 'refused', error: reply.error }
  if (reply.kind === 'trouble') return { ...reply, retryAfterMs: null }
  const { status, retryAfterMs, body } = reply
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const { name, finalStatuses, reasonIn, retryAfterIn } = manners
  if (status >= 300 && status < 400) {
    return {
      kind: 'trouble',
      error: `${name} answered with a redirect (${status}), which is not followed: use the address it leads to.`,
      retryAfterMs: null,
    }
  }
  const reason = reasonIn?.(body) ?? null
  const error = `${name} answered ${status}${reason === null ? '' : ` (${reason})`}.`
  return finalStatuses.includes(status)
    ? { kind: 'refused', error }
    : { kind: 'trouble', error, retryAfterMs: retryAfterMs ?? retryAfterIn?.(body) ?? null }
}

/** A field of a JSON answer when it is a short text; null otherwise. */
export function textField(body: string, field: string): string | null {
  try {
    const value = (JSON.parse(body) as Readonly<Record<string, unknown>> | null)?.[field]
    return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
  } catch {
    return null
  }
}
