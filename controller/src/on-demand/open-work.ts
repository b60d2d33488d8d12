import { create } from '@bufbuild/protobuf'
import type { WorkUpdate } from '@sightline/shared/gen/probe/v1/work_pb'
import {
  JsonWorkSchema,
  WorkCancelSchema,
  WorkItemSchema,
} from '@sightline/shared/gen/probe/v1/work_pb'
import type { Session } from '../agents/session.ts'

/** What became of a piece of work: what the agent said, or that it left or stayed silent. */
export type WorkOutcome =
  | { readonly ok: true; readonly output: unknown; readonly bytes: Buffer | null }
  | {
      readonly ok: false
      /** As the agent named it; "lost" and "silent" are ours. */
      readonly code: string
      readonly message: string
    }

/** A piece of work for one agent. */
export interface Order {
  readonly id: string
  readonly kind: string
  readonly input: unknown
  /** How long the agent may take. */
  readonly timeoutMs: number
}

/** The work this controller's agents are doing on demand. */
export interface OpenWork {
  /** Hands it to an agent. Always resolves. @param signal gives it up, and tells the agent so */
  readonly send: (session: Session, order: Order, signal?: AbortSignal) => Promise<WorkOutcome>
  /** How many pieces an agent has. */
  readonly count: (session: Session) => number
  readonly updated: (session: Session, update: WorkUpdate) => void
  readonly sessionEnded: (session: Session) => void
}

interface Item {
  readonly session: Session
  readonly settle: (outcome: WorkOutcome) => void
  readonly chunks: Uint8Array[]
  bytes: number
}

/** An agent cancels itself at the time limit; what comes later than this is not waited for. */
const GRACE_MS = 2_000
/** Largest output in parts, such as an image or raw HTML. */
const MAX_BYTES = 32 * 1024 * 1024

const failure = (code: string, message: string): WorkOutcome => ({ ok: false, code, message })

function outputOf(text: string, chunks: readonly Uint8Array[]): WorkOutcome {
  try {
    const bytes = chunks.length === 0 ? null : Buffer.concat(chunks)
    return { ok: true, output: JSON.parse(text) as unknown, bytes }
  } catch {
    return failure('upstreamFailed', 'The answer of the agent makes no sense.')
  }
}

export function createOpenWork(): OpenWork {
  const items = new Map<string, Item>()

  function itemOf(session: Session, id: string): Item | undefined {
    const item = items.get(id)
    return item?.session === session ? item : undefined
  }

  function addChunk(item: Item, chunk: Uint8Array): void {
    item.bytes += chunk.byteLength
    if (item.bytes > MAX_BYTES) {
      item.settle(failure('upstreamFailed', 'The answer of the agent is larger than 32 MiB.'))
    } else item.chunks.push(chunk)
  }

  return {
    send(session, order, signal) {
      const { promise, resolve } = Promise.withResolvers<WorkOutcome>()
      const settle = (outcome: WorkOutcome): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        items.delete(order.id)
        resolve(outcome)
      }
      const cancel = (outcome: WorkOutcome): void => {
        session.send({
          case: 'workCancel',
          value: create(WorkCancelSchema, { id: order.id }),
        })
        settle(outcome)
      }
      const giveUp = (): void => cancel(failure('cancelled', 'Nobody waits for this any more.'))
      const timer = setTimeout(() => {
        const seconds = Math.round(order.timeoutMs / 1000)
        cancel(failure('silent', `The agent did not answer within ${seconds} s.`))
      }, order.timeoutMs + GRACE_MS)
      items.set(order.id, { session, settle, chunks: [], bytes: 0 })
      if (signal?.aborted === true) {
        settle(failure('cancelled', 'Nobody waits for this any more.'))
        return promise
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      session.send({
        case: 'work',
        value: create(WorkItemSchema, {
          id: order.id,
          timeoutMs: order.timeoutMs,
          work: {
            case: 'json',
            value: create(JsonWorkSchema, {
              kind: order.kind,
              inputJson: JSON.stringify(order.input),
            }),
          },
        }),
      })
      return promise
    },
    count(session) {
      let open = 0
      for (const item of items.values()) if (item.session === session) open += 1
      return open
    },
    updated(session, { id, update }) {
      const item = itemOf(session, id)
      if (item === undefined) return
      if (update.case === 'chunk') addChunk(item, update.value)
      else if (update.case === 'outputJson') item.settle(outputOf(update.value, item.chunks))
      else if (update.case === 'error') {
        item.settle(failure(update.value.code, update.value.message))
      }
    },
    sessionEnded(session) {
      const message = `The agent in ${session.region} was disconnected before it was done.`
      for (const item of items.values()) {
        if (item.session === session) item.settle(failure('lost', message))
      }
    },
  }
}
