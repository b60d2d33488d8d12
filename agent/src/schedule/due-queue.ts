/** Something that is due at an instant. */
export interface Due {
  readonly dueAtMs: number
}

/** The things that are due, earliest first: a binary heap. */
export interface DueQueue<T extends Due> {
  readonly push: (item: T) => void
  readonly peek: () => T | undefined
  readonly pop: () => T | undefined
  readonly size: () => number
  readonly clear: () => void
}

export function createDueQueue<T extends Due>(): DueQueue<T> {
  const heap: T[] = []

  /** Whether one is due before the other; what is not there is due last. An instant does not leave
   *  this function: as a return value each would be an object. */
  function isBefore(a: number, b: number): boolean {
    const [first, second] = [heap[a], heap[b]]
    return first !== undefined && (second === undefined || first.dueAtMs < second.dueAtMs)
  }

  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]]
    if (first === undefined || second === undefined) return
    heap[a] = second
    heap[b] = first
  }

  function siftUp(from: number): void {
    let index = from
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(index, parent)) return
      swap(parent, index)
      index = parent
    }
  }

  function siftDown(): void {
    let index = 0
    for (;;) {
      const left = index * 2 + 1
      const child = isBefore(left + 1, left) ? left + 1 : left
      if (!isBefore(child, index)) return
      swap(child, index)
      index = child
    }
  }

  return {
    push(item) {
      heap.push(item)
      siftUp(heap.length - 1)
    },
    peek: () => heap[0],
    pop() {
      swap(0, heap.length - 1)
      const item = heap.pop()
      siftDown()
      return item
    },
    size: () => heap.length,
    clear() {
      heap.length = 0
    },
  }
}
