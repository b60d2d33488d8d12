/** At first, for a list that may well stay empty. */
const FIRST = 64
/** With twice as much as before a list of a million numbers has room for another million. */
const GROWTH = 1.25

/** Whole numbers of which nobody knows beforehand how many there are. What `all` gave is gone with the next ones. */
export class Numbers {
  #values = new Int32Array(FIRST)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const { buffer, BYTES_PER_ELEMENT } = this.#values
      // What there was before is gone at once: waiting to be found by the heap it came to five times the list.
      const bytes = BYTES_PER_ELEMENT * Math.ceil(GROWTH * this.length)
      this.#values = new Int32Array(buffer.transfer(bytes))
    }
    this.#values[this.length] = value
    this.length += 1
  }

  all(): Int32Array {
    return this.#values.subarray(0, this.length)
  }
}
