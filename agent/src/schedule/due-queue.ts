/** Something that is due at an instant. */
export interface Due {
  readonly dueAtMs: number
}

/** The things that are due, earliest first: a binary heap. */
export interface DueQueue<T extends Due> {
  readonly push: (item: T) => void
  readonly peek: () => T | undefined
  readonly pop: () => T | undefined
  readonly clear: () => void
}

export function createDueQueue<T extends Due>(): DueQueue<T> {
  const heap: T[] = []

  const dueAt = (index: number): number => heap[index]?.dueAtMs ?? Number.POSITIVE_INFINITY

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
      if (dueAt(parent) <= dueAt(index)) return
      swap(parent, index)
      index = parent
    }
  }

  function siftDown(): void {
    let index = 0
    for (;;) {
      const left = index * 2 + 1
      const child = dueAt(left + 1) < dueAt(left) ? left + 1 : left
      if (dueAt(child) >= dueAt(index)) return
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
    clear() {
      heap.length = 0
    },
  }
}
