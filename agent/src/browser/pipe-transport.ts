import type { ConnectionTransport } from 'puppeteer'
import type { Readable, Writable } from 'node:stream'

const NUL = Buffer.from([0])
const HEAD_BYTES = 24

/** Longest message by how it begins. A page decides what its console's messages, and its requests, hold;
 *  a single one must not fill the agent's memory, nor many its time. Answers carry documents. */
const LIMITS: readonly { readonly head: string; readonly maxBytes: number }[] = [
  { head: '{"id":', maxBytes: 64_000_000 },
  { head: '{"method":"Runtime.', maxBytes: 64_000 },
  { head: '{"method":"Log.', maxBytes: 64_000 },
  { head: '{"method":"Network.', maxBytes: 1_000_000 },
]
const MAX_BYTES = 8_000_000

const limitOf = (head: string): number =>
  LIMITS.find((limit) => head.startsWith(limit.head))?.maxBytes ?? MAX_BYTES

/** The pipe that Chrome is talked to over (messages end with a zero byte), and a puppeteer's transport.
 *  Messages that are too long are left out while they come; a command whose answer is left out fails by
 *  its time limit. */
export function createPipeTransport(toChrome: Writable, fromChrome: Readable): ConnectionTransport {
  let parts: Buffer[] = []
  let bytes = 0
  let maxBytes: number | null = null

  function add(part: Buffer): void {
    bytes += part.length
    if (maxBytes !== null && bytes > maxBytes) {
      parts = []
      return
    }
    parts.push(part)
    if (maxBytes !== null || bytes < HEAD_BYTES) return
    maxBytes = limitOf(Buffer.concat(parts).toString('latin1', 0, HEAD_BYTES))
    if (bytes > maxBytes) parts = []
  }

  function end(): void {
    const message = parts.length === 0 ? null : Buffer.concat(parts).toString()
    parts = []
    bytes = 0
    maxBytes = null
    if (message !== null) transport.onmessage?.(message)
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
