import type { Duplex } from 'node:stream'
import { Outbox } from './conversation/outbox.ts'
import { ReceivedBytes } from './conversation/received-bytes.ts'
import { Search } from './conversation/search.ts'
import type { Ending, FindEnd, Reading } from './conversation/reading.ts'

/** Sends and reads in turns over a connected stream, plain or TLS. Nothing throws, and the memory it
 *  takes is bounded whatever the peer sends. */
export interface Conversation {
  /** Hands bytes over without waiting; after an ending nothing is sent. */
  readonly send: (bytes: Uint8Array | string) => void
  /** Waits until the operating system has taken everything sent; null when it has. */
  readonly flushed: () => Promise<Ending | null>
  /** Waits for what `findEnd` looks for and takes it out of what was received. One wait at a time.
   *  @param maxBytes longest stretch looked at; `tooLong` beyond it */
  readonly readUntil: (findEnd: FindEnd, maxBytes: number) => Promise<Reading>
  /** The next line, without its LF or CRLF. */
  readonly readLine: (maxBytes: number) => Promise<Reading>
  /** Bytes received and not yet read. Not to be changed. */
  readonly unread: () => Buffer
  /** When the first byte came, by `performance.now()`; null while none has. */
  readonly firstByteAtMs: () => number | null
  /** Lets go of the stream without closing it, for TLS in the middle of a conversation.
   *  @returns what the peer sent beyond what was read: anything there before a TLS handshake breaks
   *  the protocol (RFC 3207, section 6, and the STARTTLS injections known since) */
  readonly release: () => Buffer
  /** Closes the stream. May be called in any state, and again. */
  readonly close: () => void
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

function endOfLine(received: Buffer): number | null {
  const at = received.indexOf(LINE_FEED)
  return at === -1 ? null : at + 1
}

function withoutLineEnd(line: Buffer): Buffer {
  const end = line.length - (line[line.length - 2] === CARRIAGE_RETURN ? 2 : 1)
  return line.subarray(0, end)
}

/** Begins a conversation; the stream is its own until `release` or `close`.
 *  @param signal ends it with `limit` and closes the stream */
export function createConversation(socket: Duplex, signal: AbortSignal): Conversation {
  const received = new ReceivedBytes()
  const search = new Search(received)
  const outbox = new Outbox(socket)
  let firstByteAtMs: number | null = null

  function onData(chunk: Buffer): void {
    firstByteAtMs ??= performance.now()
    received.append(chunk)
    if (search.more()) socket.pause()
  }

  function end(how: Ending): void {
    outbox.end(search.end(how))
  }

  const onEnd = (): void => end({ kind: 'closed' })
  const onError = (error: Error): void => end({ kind: 'error', error })
  const onAbort = (): void => {
    end({ kind: 'limit' })
    socket.destroy()
  }

  function letGo(): void {
    signal.removeEventListener('abort', onAbort)
    socket.off('data', onData)
    socket.off('end', onEnd)
    socket.off('close', onEnd)
    end({ kind: 'closed' })
  }

  function readUntil(findEnd: FindEnd, maxBytes: number): Promise<Reading> {
    const reading = search.until(findEnd, maxBytes)
    if (socket.isPaused()) socket.resume()
    return reading
  }

  socket.on('error', onError)
  socket.on('end', onEnd)
  socket.on('close', onEnd)
  socket.on('data', onData)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  // What ended before it was listened to does not say so again.
  if (socket.errored !== null) onError(socket.errored)
  else if (socket.destroyed || socket.readableEnded) onEnd()

  return {
    send(bytes) {
      if (search.ending === null) outbox.send(bytes)
    },
    flushed: () => (search.ending === null ? outbox.flushed() : Promise.resolve(search.ending)),
    readUntil,
    async readLine(maxBytes) {
      const reading = await readUntil(endOfLine, maxBytes)
      return reading.kind === 'data'
        ? { kind: 'data', bytes: withoutLineEnd(reading.bytes) }
        : reading
    },
    unread: () => received.first(received.length),
    firstByteAtMs: () => firstByteAtMs,
    release() {
      letGo()
      socket.off('error', onError)
      socket.pause()
      const later: unknown = socket.read()
      if (later instanceof Buffer) received.append(later)
      return received.first(received.length)
    },
    close() {
      letGo()
      socket.destroy()
    },
  }
}
