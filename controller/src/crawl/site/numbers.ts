/** At first, for a list that may well stay empty. */
const FIRST = 64
/** With twice as much as before a list of a million numbers has room for another million. */
const GROWTH = 1.25

/** Whole numbers of which nobody knows beforehand how many there are. */
export class Numbers {
  #values = new Int32Array(FIRST)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(Math.ceil(GROWTH * this.length))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length] = value
    this.length += 1
  }

  all(): Int32Array {
    return this.#values.subarray(0, this.length)
  }
}
