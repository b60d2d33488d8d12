import type { ConnectionTransport } from 'puppeteer'
import type { Readable, Writable } from 'node:stream'

const NUL = Buffer.from([0])
const HEAD_BYTES = 24
/** Room for the id of a session, which is told last. */
const TAIL_BYTES = 100

/** Longest message by how it begins. A page decides what its console's messages, and its requests, hold;
 *  a single one must not fill the agent's memory, nor many its time. Answers carry documents and images. */
const LIMITS: readonly { readonly head: string; readonly maxBytes: number }[] = [
  { head: '{"id":', maxBytes: 36_000_000 },
  { head: '{"method":"Runtime.', maxBytes: 64_000 },
  { head: '{"method":"Log.', maxBytes: 64_000 },
  { head: '{"method":"Network.', maxBytes: 1_000_000 },
]
const MAX_BYTES = 8_000_000

const limitOf = (head: string): number =>
  LIMITS.find((limit) => head.startsWith(limit.head))?.maxBytes ?? MAX_BYTES

/** What Chrome is taken to have answered where its answer was longer than any that is read. */
export const ANSWER_TOO_LONG = 'the answer is too long'

/** The last of what came, as far as it may matter. */
function endOf(parts: readonly Buffer[]): string {
  let end = ''
  for (let at = parts.length - 1; at >= 0 && end.length < TAIL_BYTES; at -= 1) {
    const part = parts[at] ?? NUL
    end = part.toString('latin1', Math.max(0, part.length - TAIL_BYTES)) + end
  }
  return end
}

/** The answer to a command in place of one that was left out; null for what is no answer.
 *  @param head how it began
 *  @param tail how it ended */
function shortAnswer(head: string, tail: string): string | null {
  const [, id] = /^\{"id":(\d+),/.exec(head) ?? []
  if (id === undefined) return null
  const [, sessionId] = /,"sessionId":"(\w+)"\}$/.exec(tail) ?? []
  const error = { code: -32_000, message: ANSWER_TOO_LONG }
  return JSON.stringify({ id: Number(id), error, sessionId })
}

/** The pipe that Chrome is talked to over (messages end with a zero byte), and a puppeteer's transport.
 *  Messages that are too long are left out while they come; a command whose answer is left out fails by
 *  {@link ANSWER_TOO_LONG}. */
export function createPipeTransport(toChrome: Writable, fromChrome: Readable): ConnectionTransport {
  let parts: Buffer[] = []
  let bytes = 0
  let maxBytes: number | null = null
  let head = ''
  let tail = ''

  function leaveOut(): void {
    tail = `${tail}${endOf(parts)}`.slice(-TAIL_BYTES)
    parts = []
  }

  function add(part: Buffer): void {
    bytes += part.length
    parts.push(part)
    if (maxBytes === null) {
      if (bytes < HEAD_BYTES) return
      head = Buffer.concat(parts).toString('latin1', 0, HEAD_BYTES)
      maxBytes = limitOf(head)
    }
    if (bytes > maxBytes) leaveOut()
  }

  function end(): void {
    const isWhole = maxBytes === null || bytes <= maxBytes
    const message = isWhole ? Buffer.concat(parts).toString() : shortAnswer(head, tail)
    const isEmpty = bytes === 0
    parts = []
    bytes = 0
    maxBytes = null
    tail = ''
    if (message !== null && !isEmpty) transport.onmessage?.(message)
  }

  const transport: ConnectionTransport = {
    send(message) {
      toChrome.write(message)
      toChrome.write(NUL)
    },
    close() {
      fromChrome.destroy()
      toChrome.destroy()
    },
  }
  fromChrome.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      add(chunk.subarray(from, at))
      end()
      from = at + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  })
  fromChrome.on('close', () => transport.onclose?.())
  // Their end is told by `close`.
  fromChrome.on('error', () => {})
  toChrome.on('error', () => {})
  return transport
}
