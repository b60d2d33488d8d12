import { Readable } from 'node:stream'

/** Proxies close connections on which nothing comes for some 30 to 60 s. */
const HEARTBEAT_EVERY_MS = 15_000
/** How soon a browser connects again after it was cut off. */
const RETRY_AFTER_MS = 3_000

/** Server-sent events of which only the latest counts: a client that reads slowly misses what is outdated, and
 *  nothing piles up for it.
 *  Source: HTML standard, "Server-sent events" */
export interface EventStream {
  readonly body: Readable
  /** Sends an event in place of one that was not taken yet. @param data told as JSON */
  readonly tell: (event: string, data: object) => void
  /** Ends after what was told last. */
  readonly end: () => void
}

export function createEventStream(): EventStream {
  let before = `retry: ${RETRY_AFTER_MS}\n\n`
  let waiting: string | null = null
  let isEnding = false
  let isWanted = false

  function flush(): void {
    if (!isWanted || body.destroyed) return
    if (waiting !== null) {
      isWanted = false
      const text = before + waiting
      before = ''
      waiting = null
      body.push(text)
    } else if (isEnding) {
      isWanted = false
      body.push(null)
    }
  }

  const heartbeat = setInterval(() => {
    waiting ??= ': still here\n\n'
    flush()
  }, HEARTBEAT_EVERY_MS)

  const body = new Readable({
    // What the connection holds is sent already: keep no more than one event ready.
    highWaterMark: 1,
    read() {
      isWanted = true
      flush()
    },
    destroy(error, done) {
      clearInterval(heartbeat)
      done(error)
    },
  })

  return {
    body,
    tell(event, data) {
      waiting = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
      flush()
    },
    end() {
      isEnding = true
      clearInterval(heartbeat)
      flush()
    },
  }
}
