/** A list that stops growing at a limit and counts on. */
export class BoundedList<T> {
  readonly list: T[] = []
  total = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get isFull(): boolean {
    return this.list.length === this.#max
  }

  /** @param make called only where there is room, because making facts costs */
  add(make: () => T): void {
    this.total += 1
    if (!this.isFull) this.list.push(make())
  }
}
