import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { endWithClient } from './long-answer.ts'

/** Proxies close connections on which nothing comes for some 30 to 60 s. */
const HEARTBEAT_EVERY_MS = 15_000
/** How soon a browser connects again after it was cut off. */
const RETRY_AFTER_MS = 3_000

/** Text that is sent as it comes, with a comment now and then.
 *  Source: HTML standard, "Server-sent events" */
export interface TextStream {
  readonly body: Readable
  /** There is more to take. */
  readonly flush: () => void
  /** Ends after what there is. */
  readonly end: () => void
}

/** @param take what is to be sent next, whole events; null: nothing waits
 *  @param heartbeat what is sent when nothing else is */
export function createTextStream(
  take: () => string | null,
  heartbeat: () => string = () => ': still here\n\n',
): TextStream {
  let before = `retry: ${RETRY_AFTER_MS}\n\n`
  let isStill = false
  let isEnding = false
  let isWanted = false

  function flush(): void {
    if (!isWanted || body.destroyed) return
    const text = take() ?? (isStill ? heartbeat() : null)
    if (text !== null) {
      isWanted = false
      isStill = false
      const all = before + text
      before = ''
      body.push(all)
    } else if (isEnding) {
      isWanted = false
      body.push(null)
    }
  }

  const beat = setInterval(() => {
    isStill = true
    flush()
  }, HEARTBEAT_EVERY_MS)

  const body = new Readable({
    // What the connection holds is sent already: keep no more than one piece ready.
    highWaterMark: 1,
    read() {
      isWanted = true
      flush()
    },
    destroy(error, done) {
      clearInterval(beat)
      done(error)
    },
  })

  return {
    body,
    flush,
    end() {
      isEnding = true
      clearInterval(beat)
      flush()
    },
  }
}

/** Server-sent events of which only the latest counts: a client that reads slowly misses what is outdated, and
 *  nothing piles up for it. */
export interface EventStream {
  readonly body: Readable
  /** Sends an event in place of one that was not taken yet. @param data told as JSON */
  readonly tell: (event: string, data: object) => void
  /** Ends after what was told last. */
  readonly end: () => void
}

export function createEventStream(): EventStream {
  let waiting: string | null = null
  const stream = createTextStream(() => {
    const text = waiting
    waiting = null
    return text
  })
  return {
    body: stream.body,
    tell(event, data) {
      waiting = eventText(event, data)
      stream.flush()
    },
    end: stream.end,
  }
}

/** One event as it is sent. @param data told as JSON */
export function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Answers with a stream of events.
 *  @param longestMs when it is ended: clients come again
 *  @param leave called once nobody reads it any more */
export function sendEvents(
  reply: FastifyReply,
  events: Pick<EventStream, 'body' | 'end'>,
  longestMs: number,
  leave: () => void,
): FastifyReply {
  const limit = setTimeout(events.end, longestMs)
  events.body.once('close', () => {
    clearTimeout(limit)
    leave()
  })
  endWithClient(reply, events.body)
  // Caches keep nothing of it, and nginx passes on what comes at once.
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return reply.type('text/event-stream; charset=utf-8').send(events.body)
}
