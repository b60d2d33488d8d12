import type { Duplex } from 'node:stream'
import type { Ending } from './reading.ts'

/** What was handed to a stream, until the operating system has taken it. */
export class Outbox {
  readonly #socket: Duplex
  #unsentWrites = 0
  #flushing: ((ended: Ending | null) => void) | null = null

  constructor(socket: Duplex) {
    this.#socket = socket
  }

  send(bytes: Uint8Array | string): void {
    this.#unsentWrites += 1
    this.#socket.write(bytes, () => {
      this.#unsentWrites -= 1
      if (this.#unsentWrites === 0) this.end(null)
    })
  }

  /** Resolves when everything is taken (null), or with how it ended before. */
  flushed(): Promise<Ending | null> {
    if (this.#unsentWrites === 0) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.#flushing = resolve
    })
  }

  /** Whoever waits need wait no longer. */
  end(ending: Ending | null): void {
    this.#flushing?.(ending)
    this.#flushing = null
  }
}
