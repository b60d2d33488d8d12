import { create } from '@bufbuild/protobuf'
import type { WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import {
  JsonWorkSchema,
  WorkCancelSchema,
  WorkItemSchema,
} from '@sightline/shared/gen/probe/v1/work_pb'
import { WORK_KINDS } from '@sightline/shared/work-kinds'
import { traceparent } from '@sightline/shared/tracing/trace'
import type { Session } from '../sessions/agent-session.ts'
import type { AgentAnswer } from './agent-answer.ts'
import { createAgentAnswer, refusalOf } from './agent-answer.ts'
import type { WorkOutcome } from './work-outcome.ts'
import { cancelled, failure } from './work-outcome.ts'

/** A piece of work for one agent. */
export interface Order {
  readonly id: string
  readonly kind: string
  readonly input: unknown
  /** Whether the workspace that runs the installation asked for it. */
  readonly isOperators: boolean
  /** How long the agent may take. */
  readonly timeoutMs: number
  /** For whom it is, as `WorkRequest.sharer`. */
  readonly sharer: string
  /** Of the trace it belongs to; left out: the one that is going on, if any. */
  readonly traceparent?: string | null
}

/** The work this controller's agents are doing on demand. */
export interface OpenWork {
  /** Hands it to an agent. Always resolves. @param signal gives it up, and tells the agent so */
  readonly send: (session: Session, order: Order, signal?: AbortSignal) => Promise<WorkOutcome>
  /** How many more pieces of a kind an agent may get.
   *  @param sharer for somebody who has none there, there is as much room again: whoever fills an agent does
   *    not lock out the others, with whom it takes turns */
  readonly room: (session: Session, kind: string, sharer?: string) => number
  /** Who may get no more of a kind from an agent: those who have some of it there, where it is full; null: nobody may. */
  readonly barred: (session: Session, kind: string) => readonly string[] | null
  /** Those whom an agent works for. */
  readonly sharers: (session: Session) => string[]
  readonly updated: (session: Session, update: WorkUpdate) => void
  readonly sessionEnded: (session: Session) => void
}

/** What has to be known of a kind of work to hand it out. */
interface KindLimits {
  readonly hasBytes: boolean
  readonly maxOpen: number
}

interface Item {
  readonly session: Session
  readonly kind: string
  readonly sharer: string
  readonly answer: AgentAnswer
  readonly settle: (outcome: WorkOutcome) => void
  /** Settles, and tells the agent to stop. */
  readonly cancel: (outcome: WorkOutcome) => void
}

/** An agent cancels itself at the time limit; what comes later than this is not waited for. */
const GRACE_MS = 2_000

/** For a kind that only another controller knows, which is newer. */
const UNKNOWN_KIND: KindLimits = { hasBytes: false, maxOpen: 8 }

/** @param kinds a test may bring its own */
export function createOpenWork(kinds: Readonly<Record<string, KindLimits>> = WORK_KINDS): OpenWork {
  const items = new Map<string, Item>()
  const counts = new WeakMap<Session, Map<string, number>>()

  const limitsOf = (kind: string): KindLimits =>
    (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? UNKNOWN_KIND

  function count(session: Session, kind: string, change: number): number {
    const open = counts.get(session) ?? new Map<string, number>()
    counts.set(session, open)
    const now = (open.get(kind) ?? 0) + change
    if (now === 0) open.delete(kind)
    else open.set(kind, now)
    return now
  }

  function sharersOf(session: Session, kind: string): string[] {
    const ofKind = [...items.values()].filter(
      (item) => item.kind === kind && item.session === session,
    )
    return [...new Set(ofKind.map(({ sharer }) => sharer))]
  }

  function itemOf(session: Session, id: string): Item | undefined {
    const item = items.get(id)
    return item?.session === session ? item : undefined
  }

  return {
    send(session, order, signal) {
      if (signal?.aborted === true) return Promise.resolve(cancelled())
      const { promise, resolve } = Promise.withResolvers<WorkOutcome>()
      const settle = (outcome: WorkOutcome): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        if (items.delete(order.id)) count(session, order.kind, -1)
        resolve(outcome)
      }
      const cancel = (outcome: WorkOutcome): void => {
        session.send({
          case: 'workCancel',
          value: create(WorkCancelSchema, { id: order.id }),
        })
        settle(outcome)
      }
      const giveUp = (): void => cancel(cancelled())
      const timer = setTimeout(() => {
        const seconds = Math.round(order.timeoutMs / 1000)
        cancel(failure('silent', `The agent did not answer within ${seconds} s.`))
      }, order.timeoutMs + GRACE_MS)
      const { kind, sharer } = order
      const answer = createAgentAnswer(limitsOf(kind).hasBytes)
      items.set(order.id, { session, kind, sharer, answer, settle, cancel })
      count(session, order.kind, 1)
      signal?.addEventListener('abort', giveUp, { once: true })
      session.send({
        case: 'work',
        value: create(WorkItemSchema, {
          id: order.id,
          timeoutMs: order.timeoutMs,
          sharer,
          traceparent: order.traceparent ?? traceparent() ?? '',
          work: {
            case: 'json',
            value: create(JsonWorkSchema, {
              kind: order.kind,
              inputJson: JSON.stringify(order.input),
              forOperator: order.isOperators,
            }),
          },
        }),
      })
      return promise
    },
    room(session, kind, sharer) {
      const left = limitsOf(kind).maxOpen - count(session, kind, 0)
      const isNewcomer =
        sharer !== undefined && left <= 0 && !sharersOf(session, kind).includes(sharer)
      return isNewcomer ? left + limitsOf(kind).maxOpen : left
    },
    barred(session, kind) {
      const { maxOpen } = limitsOf(kind)
      const left = maxOpen - count(session, kind, 0)
      if (left > 0) return []
      return left + maxOpen > 0 ? sharersOf(session, kind) : null
    },
    sharers: (session) => [
      ...new Set(
        [...items.values()].flatMap((item) => (item.session === session ? item.sharer : [])),
      ),
    ],
    updated(session, { id, update }) {
      const item = itemOf(session, id)
      if (item === undefined) return
      if (update.case === 'chunk') {
        const trouble = item.answer.addPart(update.value)
        if (trouble !== null) item.cancel(trouble)
      } else if (update.case === 'outputJson') item.settle(item.answer.complete(update.value))
      else if (update.case === 'error') item.settle(refusalOf(update.value))
    },
    sessionEnded(session) {
      const message = `The agent in ${session.region} was disconnected before it was done.`
      for (const item of items.values()) {
        if (item.session === session) item.settle(failure('lost', message))
      }
    },
  }
}
