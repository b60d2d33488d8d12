import type { Duplex } from 'node:stream'

/** Why nothing more can be read: `closed` the peer ended the stream, `limit` the signal struck,
 *  `tooLong` more came than was to be kept, `error` the connection broke. */
export type Ending =
  | { readonly kind: 'closed' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'error'; readonly error: Error }

/** What a wait for bytes brought. */
export type Reading = { readonly kind: 'data'; readonly bytes: Buffer } | Ending

/** Looks for the end of what is waited for, in one byte or more. A search that takes its time gives a
 *  promise, and has to end when the conversation's signal strikes.
 *  @returns how many of the bytes belong to it, null when it is not complete */
export type FindEnd = (received: Buffer) => number | null | Promise<number | null>

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

/** Unread bytes kept while nobody waits for any; the peer has to wait with the rest. */
const MAX_WAITING_BYTES = 64 * 1024
/** A search that takes longer is not repeated with each packet: a peer that drips bytes against an
 *  expensive expression must not get more than a tenth of the agent's time. */
const QUICK_SEARCH_MS = 0.1
const PAUSE_PER_SEARCH = 10

const EMPTY = Buffer.alloc(0)
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

interface Waiting {
  readonly findEnd: FindEnd
  readonly maxBytes: number
  readonly resolve: (reading: Reading) => void
  readonly reject: (bug: unknown) => void
  /** How many bytes were looked at without success. */
  searched: number
}

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
  let store: Buffer = EMPTY
  let length = 0
  let ending: Ending | null = null
  let waiting: Waiting | null = null
  let firstByteAtMs: number | null = null
  let searchAgainAtMs = 0
  let searchTimer: NodeJS.Timeout | null = null
  let isSearching = false
  let unsentWrites = 0
  let flushing: ((ended: Ending | null) => void) | null = null

  /** Doubles the room, so that single bytes cost no more than large pieces. What was handed out lies
   *  before the room and is never written to again. */
  function append(chunk: Buffer): void {
    if (length === 0) {
      store = chunk
      length = chunk.length
      return
    }
    if (length + chunk.length > store.length) {
      const larger = Buffer.allocUnsafe((length + chunk.length) * 2)
      store.copy(larger, 0, 0, length)
      store = larger
    }
    chunk.copy(store, length)
    length += chunk.length
  }

  function take(bytes: number): Buffer {
    const taken = store.subarray(0, bytes)
    store = store.subarray(bytes)
    length -= bytes
    return taken
  }

  /** @param searched how many bytes were looked at; more may have come meanwhile */
  function conclude(
    wait: Waiting,
    found: number | null,
    searched: number,
    startedAtMs: number,
  ): void {
    wait.searched = searched
    const tookMs = performance.now() - startedAtMs
    searchAgainAtMs = tookMs > QUICK_SEARCH_MS ? startedAtMs + tookMs * PAUSE_PER_SEARCH : 0
    const reading: Reading | null =
      found !== null
        ? { kind: 'data', bytes: take(found) }
        : searched >= wait.maxBytes
          ? { kind: 'tooLong' }
          : searched === length
            ? ending
            : null
    if (reading !== null) {
      waiting = null
      wait.resolve(reading)
    } else if (searched < length) searchSoon(wait)
  }

  function fail(wait: Waiting, bug: unknown): void {
    waiting = null
    wait.reject(bug)
  }

  async function concludeLater(
    wait: Waiting,
    finding: Promise<number | null>,
    searched: number,
    startedAtMs: number,
  ): Promise<void> {
    isSearching = true
    try {
      const found = await finding
      isSearching = false
      conclude(wait, found, searched, startedAtMs)
    } catch (bug) {
      isSearching = false
      fail(wait, bug)
    }
  }

  function searchNow(): void {
    if (searchTimer !== null) clearTimeout(searchTimer)
    searchTimer = null
    if (waiting === null || isSearching) return
    const wait = waiting
    const searched = Math.min(length, wait.maxBytes)
    const startedAtMs = performance.now()
    try {
      // Nothing is no answer, also where an expression would match it.
      const found = searched > wait.searched ? wait.findEnd(store.subarray(0, searched)) : null
      if (found instanceof Promise) void concludeLater(wait, found, searched, startedAtMs)
      else conclude(wait, found, searched, startedAtMs)
    } catch (bug) {
      fail(wait, bug)
    }
  }

  function searchSoon({ maxBytes }: Waiting): void {
    const pauseMs = searchAgainAtMs === 0 ? 0 : searchAgainAtMs - performance.now()
    if (pauseMs <= 0 || length >= maxBytes || ending !== null) searchNow()
    else searchTimer ??= setTimeout(searchNow, pauseMs)
  }

  function onData(chunk: Buffer): void {
    firstByteAtMs ??= performance.now()
    append(chunk)
    if (waiting !== null && !isSearching) searchSoon(waiting)
    else if (length >= (waiting?.maxBytes ?? MAX_WAITING_BYTES)) socket.pause()
  }

  function end(how: Ending): void {
    ending ??= how
    searchNow()
    flushing?.(ending)
    flushing = null
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
    return new Promise((resolve, reject) => {
      if (waiting !== null) {
        reject(new Error('a conversation waits for one thing at a time'))
        return
      }
      waiting = { findEnd, maxBytes, resolve, reject, searched: 0 }
      if (length > 0 || ending !== null) searchNow()
      if (socket.isPaused()) socket.resume()
    })
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
      if (ending !== null) return
      unsentWrites += 1
      socket.write(bytes, () => {
        unsentWrites -= 1
        if (unsentWrites > 0) return
        flushing?.(ending)
        flushing = null
      })
    },
    flushed() {
      if (ending !== null || unsentWrites === 0) return Promise.resolve(ending)
      return new Promise((resolve) => {
        flushing = resolve
      })
    },
    readUntil,
    async readLine(maxBytes) {
      const reading = await readUntil(endOfLine, maxBytes)
      return reading.kind === 'data'
        ? { kind: 'data', bytes: withoutLineEnd(reading.bytes) }
        : reading
    },
    unread: () => store.subarray(0, length),
    firstByteAtMs: () => firstByteAtMs,
    release() {
      letGo()
      socket.off('error', onError)
      socket.pause()
      const later: unknown = socket.read()
      if (later instanceof Buffer) append(later)
      return store.subarray(0, length)
    },
    close() {
      letGo()
      socket.destroy()
    },
  }
}
