import type { ReceivedBytes } from './received-bytes.ts'
import type { Ending, FindEnd, Reading } from './reading.ts'

/** Unread bytes kept while nobody waits for any; the peer has to wait with the rest. */
const MAX_WAITING_BYTES = 64 * 1024
/** A search that takes longer is not repeated with each packet: a peer that drips bytes against an
 *  expensive expression must not get more than a tenth of the agent's time. */
const QUICK_SEARCH_MS = 0.1
const PAUSE_PER_SEARCH = 10

interface Waiting {
  readonly findEnd: FindEnd
  readonly maxBytes: number
  readonly resolve: (reading: Reading) => void
  readonly reject: (bug: unknown) => void
  /** How many bytes were looked at without success. */
  searched: number
}

/** Looks in what came for what somebody waits for, whenever more of it may be there. */
export class Search {
  readonly #received: ReceivedBytes
  #ending: Ending | null = null
  #waiting: Waiting | null = null
  /** A search that takes its time is under way. */
  #isSearching = false
  #againAtMs = 0
  #timer: NodeJS.Timeout | null = null

  constructor(received: ReceivedBytes) {
    this.#received = received
  }

  /** Why nothing more comes; null as long as something may. */
  get ending(): Ending | null {
    return this.#ending
  }

  /** Waits for what `findEnd` looks for and takes it. One wait at a time.
   *  @param maxBytes longest stretch looked at; `tooLong` beyond it */
  until(findEnd: FindEnd, maxBytes: number): Promise<Reading> {
    return new Promise((resolve, reject) => {
      if (this.#waiting !== null) {
        reject(new Error('a conversation waits for one thing at a time'))
        return
      }
      this.#waiting = { findEnd, maxBytes, resolve, reject, searched: 0 }
      if (this.#received.length > 0 || this.#ending !== null) this.#lookNow()
    })
  }

  /** More bytes came. @returns whether the peer has to wait with others: nobody looks at them now */
  more(): boolean {
    if (this.#waiting !== null && !this.#isSearching) {
      this.#lookSoon(this.#waiting)
      return false
    }
    return this.#received.length >= (this.#waiting?.maxBytes ?? MAX_WAITING_BYTES)
  }

  /** Nothing more comes. @returns why: what it was told first */
  end(how: Ending): Ending {
    this.#ending ??= how
    this.#lookNow()
    return this.#ending
  }

  #lookSoon({ maxBytes }: Waiting): void {
    const pauseMs = this.#againAtMs === 0 ? 0 : this.#againAtMs - performance.now()
    const isLast = this.#received.length >= maxBytes || this.#ending !== null
    if (pauseMs <= 0 || isLast) this.#lookNow()
    else this.#timer ??= setTimeout(() => this.#lookNow(), pauseMs)
  }

  #lookNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#waiting === null || this.#isSearching) return
    const wait = this.#waiting
    const searched = Math.min(this.#received.length, wait.maxBytes)
    const startedAtMs = performance.now()
    try {
      // Nothing is no answer, also where an expression would match it.
      const found = searched > wait.searched ? wait.findEnd(this.#received.first(searched)) : null
      if (found instanceof Promise) void this.#concludeLater(wait, found, searched, startedAtMs)
      else this.#conclude(wait, found, searched, startedAtMs)
    } catch (bug) {
      this.#fail(wait, bug)
    }
  }

  async #concludeLater(
    wait: Waiting,
    finding: Promise<number | null>,
    searched: number,
    startedAtMs: number,
  ): Promise<void> {
    this.#isSearching = true
    try {
      const found = await finding
      this.#isSearching = false
      this.#conclude(wait, found, searched, startedAtMs)
    } catch (bug) {
      this.#isSearching = false
      this.#fail(wait, bug)
    }
  }

  /** @param searched how many bytes were looked at; more may have come meanwhile */
  #conclude(wait: Waiting, found: number | null, searched: number, startedAtMs: number): void {
    wait.searched = searched
    const tookMs = performance.now() - startedAtMs
    this.#againAtMs = tookMs > QUICK_SEARCH_MS ? startedAtMs + tookMs * PAUSE_PER_SEARCH : 0
    const reading = this.#readingOf(wait, found)
    if (reading !== null) {
      this.#waiting = null
      wait.resolve(reading)
    } else if (searched < this.#received.length) this.#lookSoon(wait)
  }

  /** What a search brought; null when it goes on. */
  #readingOf({ maxBytes, searched }: Waiting, found: number | null): Reading | null {
    if (found !== null) return { kind: 'data', bytes: this.#received.take(found) }
    if (searched >= maxBytes) return { kind: 'tooLong' }
    return searched === this.#received.length ? this.#ending : null
  }

  #fail(wait: Waiting, bug: unknown): void {
    this.#waiting = null
    wait.reject(bug)
  }
}
