const EMPTY = Buffer.alloc(0)

/** Bytes that came and were not read yet, in one piece. */
export class ReceivedBytes {
  #store: Buffer = EMPTY
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Doubles the room, so that single bytes cost no more than large pieces. What was handed out lies
   *  before the room and is never written to again. */
  append(chunk: Buffer): void {
    const needed = this.#length + chunk.length
    if (this.#length === 0) this.#store = chunk
    else {
      if (needed > this.#store.length) {
        const larger = Buffer.allocUnsafe(needed * 2)
        this.#store.copy(larger, 0, 0, this.#length)
        this.#store = larger
      }
      chunk.copy(this.#store, this.#length)
    }
    this.#length = needed
  }

  /** The first of them. Not to be changed. */
  first(bytes: number): Buffer {
    return this.#store.subarray(0, bytes)
  }

  take(bytes: number): Buffer {
    const taken = this.first(bytes)
    this.#store = this.#store.subarray(bytes)
    this.#length -= bytes
    return taken
  }
}
