/** Values by text, as many as there is room for. */
export interface BoundedCache<V> {
  readonly get: (key: string) => V | undefined
  /** Makes room where needed; other values go for it. */
  readonly set: (key: string, value: V) => void
}

interface Entry<V> {
  readonly key: string
  readonly value: V
  /** Where it is in the list. */
  at: number
  bytes: number
}

/** A cache that drops a value by chance when it is full. Checks come round in a fixed order: dropping
 *  the oldest, or the one not used for longest, would drop exactly what is needed next, and with one
 *  monitor too many nothing would ever be found.
 *  @param limits.bytesOf what a value and its key take; asked again at each use, for what grows */
export function createBoundedCache<V>(limits: {
  maxEntries: number
  maxBytes: number
  bytesOf: (value: V, key: string) => number
}): BoundedCache<V> {
  const { maxEntries, maxBytes, bytesOf } = limits
  const byKey = new Map<string, Entry<V>>()
  const list: Entry<V>[] = []
  let bytes = 0

  function weigh(entry: Entry<V>): void {
    bytes -= entry.bytes
    entry.bytes = bytesOf(entry.value, entry.key)
    bytes += entry.bytes
  }

  function drop(entry: Entry<V>): void {
    byKey.delete(entry.key)
    bytes -= entry.bytes
    const last = list.pop()
    if (last === undefined || last === entry) return
    last.at = entry.at
    list[last.at] = last
  }

  function makeRoom(newest: Entry<V>): void {
    while (list.length > maxEntries || bytes > maxBytes) {
      const entry = list[Math.floor(Math.random() * list.length)]
      if (entry === undefined || list.length === 1) return
      if (entry !== newest) drop(entry)
    }
  }

  return {
    get(key) {
      const entry = byKey.get(key)
      if (entry === undefined) return undefined
      weigh(entry)
      if (bytes > maxBytes) makeRoom(entry)
      return entry.value
    },
    set(key, value) {
      const known = byKey.get(key)
      if (known !== undefined) drop(known)
      const entry: Entry<V> = { key, value, at: list.length, bytes: 0 }
      byKey.set(key, entry)
      list.push(entry)
      weigh(entry)
      makeRoom(entry)
    },
  }
}
