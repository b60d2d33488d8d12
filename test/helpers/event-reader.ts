import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { onTestFinished } from 'vitest'

/** A server-sent event. */
export interface SentEvent {
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

/** A connection over which events come. */
export interface EventReader {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The next event; null at the end. */
  readonly next: () => Promise<SentEvent | null>
  /** The next event that is wanted, those before it passed over. */
  readonly find: (isWanted: (event: SentEvent) => boolean) => Promise<SentEvent>
  /** Id of what was read last, as a browser keeps it. */
  readonly lastId: () => string | null
  /** Stops taking anything, as a client does that hangs. */
  readonly hang: () => void
  readonly goOn: () => void
  readonly leave: () => void
}

/** Opens a connection of its own, which is gone when it is left, or the test ends. */
export async function readEventStream(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventReader> {
  const request = get(url, { agent: false, headers })
  request.on('error', () => undefined)
  onTestFinished(() => void request.destroy())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]()
  let text = ''
  let lastId: string | null = null

  async function next(): Promise<SentEvent | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      const lines = text.slice(0, Math.max(end, 0)).split('\n')
      if (end !== -1) text = text.slice(end + 2)
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      lastId = field('id') ?? lastId
      const event = field('event')
      if (event !== undefined) return { event, data: JSON.parse(field('data') ?? '') }
      if (end !== -1) continue
      const piece = await pieces.next()
      if (piece.done === true) return null
      text += piece.value
    }
  }

  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    next,
    async find(isWanted) {
      for (;;) {
        const event = await next()
        if (event === null) throw new Error('the events ended')
        if (isWanted(event)) return event
      }
    },
    lastId: () => lastId,
    hang: () => void answer.pause(),
    goOn: () => void answer.resume(),
    leave: () => void request.destroy(),
  }
}
