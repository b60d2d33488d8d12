import { setTimeout as delay } from 'node:timers/promises'
import type { AlertMessage } from '../../message/alert-message.ts'
import type { Delivery, Outcome, SendingParts, SendOn } from '../channel.ts'
import { judgeReply } from '../post.ts'
import { sendRequest } from '../send-request.ts'
import type { PushAddress } from './address.ts'
import { subscriptionsOf } from './address.ts'
import { pushRequest } from './request.ts'
import type { Subscription } from './subscription.ts'

/** The subscription is over: its browser gave it up, or was not seen for months. */
const ENDED_STATUSES: ReadonlySet<number> = new Set([404, 410])
/** Beside them: signed by another installation, too large, not understood. */
const FINAL_STATUSES = [400, 401, 403, 413]

/** Where others took a message, a browser whose push service had trouble is tried once more: after this, or what the
 *  service asks for up to the most. */
const PAUSE_MS = 1_000
const MOST_PAUSE_MS = 5_000

const NOBODY =
  'No browser of the contact takes notifications any more. They have to be switched on in one of them anew, or the contact needs another way to be reached.'

const LOST_KEY =
  'The key by which push services know this installation was stored with another SIGHTLINE_SECRET_KEY: its operator has to restore that key.'

/** A browser and what became of its message. */
interface Told {
  readonly id: string
  readonly subscription: Subscription
  readonly outcome: Outcome
}

/** Tells all browsers of a contact at once. It is told as soon as one of them is: were it sent again for another's
 *  sake, the first would show it again, and all that comes after would wait. */
export const sendToBrowsers: SendOn<PushAddress> = async (address, message, delivery, parts) => {
  const subscriptions = Object.entries(subscriptionsOf(address))
  if (subscriptions.length === 0) return { kind: 'refused', error: NOBODY }
  try {
    await parts.push.keys()
  } catch {
    return { kind: 'refused', error: LOST_KEY }
  }
  const tell = async (id: string, subscription: Subscription): Promise<Told> => {
    const outcome = await tellBrowser(subscription, message, delivery, parts)
    return { id, subscription, outcome: outcome.kind === 'ended' ? endedOutcome(id) : outcome }
  }
  const first = await Promise.all(subscriptions.map(([id, each]) => tell(id, each)))
  const told = await onceMore(first, tell)
  return outcomeOf(told.map(({ outcome }) => outcome))
}

const endedOutcome = (id: string): Outcome => ({ kind: 'refused', error: NOBODY, ended: [id] })

async function tellBrowser(
  subscription: Subscription,
  message: AlertMessage,
  delivery: Delivery,
  parts: SendingParts,
): Promise<Outcome | { readonly kind: 'ended' }> {
  const request = await pushRequest(subscription, message, delivery, parts.push)
  const reply = await sendRequest(parts, request, { signal: delivery.signal })
  if (reply.kind === 'answered' && ENDED_STATUSES.has(reply.status)) return { kind: 'ended' }
  const name = `The push service ${new URL(subscription.endpoint).host}`
  return judgeReply(reply, { name, finalStatuses: FINAL_STATUSES })
}

async function onceMore(
  told: readonly Told[],
  tell: (id: string, subscription: Subscription) => Promise<Told>,
): Promise<readonly Told[]> {
  if (!told.some(({ outcome }) => outcome.kind === 'sent')) return told
  return Promise.all(
    told.map(async (each) => {
      const { id, subscription, outcome } = each
      if (outcome.kind !== 'trouble') return each
      const pauseMs = Math.max(PAUSE_MS, outcome.retryAfterMs ?? 0)
      if (pauseMs > MOST_PAUSE_MS) return each
      await delay(pauseMs)
      return tell(id, subscription)
    }),
  )
}

/** What all came to: sent when one took it, else trouble when trying again may help one. Pure.
 *  @param outcomes at least one */
export function outcomeOf(outcomes: readonly Outcome[]): Outcome {
  const RANK = { sent: 0, trouble: 1, refused: 2 } as const satisfies Record<
    Outcome['kind'],
    number
  >
  const ended = outcomes.flatMap((outcome) => outcome.ended ?? [])
  const [best] = outcomes.toSorted((one, other) => RANK[one.kind] - RANK[other.kind])
  // Of several that are refused, one that is there says more than one that is not.
  const said = outcomes.find(({ kind, ended: gone }) => kind === best?.kind && gone === undefined)
  const outcome = said ?? best ?? { kind: 'refused', error: NOBODY }
  return ended.length === 0 ? outcome : { ...outcome, ended }
}
