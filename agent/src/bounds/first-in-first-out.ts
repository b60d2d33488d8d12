/** A queue whose both ends cost the same however long it is (an array's `shift` does not). */
export interface FirstInFirstOut<T> {
  readonly push: (item: T) => void
  readonly take: () => T | undefined
  readonly size: () => number
}

export function createFirstInFirstOut<T>(): FirstInFirstOut<T> {
  let items: (T | undefined)[] = []
  let head = 0
  return {
    push(item) {
      items.push(item)
    },
    take() {
      const item = items[head]
      if (head >= items.length) return undefined
      items[head] = undefined
      head += 1
      if (head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return item
    },
    size: () => items.length - head,
  }
}
