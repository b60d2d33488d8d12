/** Monitors that an agent was told to check on its stream, each with the mark of how (`assignmentMark`): what it has
 *  to hold once it has taken all that was sent. */
export interface ToldAssignments {
  readonly has: (monitorId: number) => boolean
  /** undefined when the monitor was not told. */
  readonly mark: (monitorId: number) => number | undefined
  readonly ids: () => Iterable<number>
  readonly count: () => number
  /** All marks, combined: 32 bits, unsigned. */
  readonly hash: () => number
  readonly set: (monitorId: number, mark: number) => void
  readonly remove: (monitorId: number) => void
  readonly clear: () => void
}

export function createToldAssignments(): ToldAssignments {
  const marks = new Map<number, number>()
  let combined = 0

  return {
    has: (monitorId) => marks.has(monitorId),
    mark: (monitorId) => marks.get(monitorId),
    ids: () => marks.keys(),
    count: () => marks.size,
    hash: () => combined >>> 0,
    set(monitorId, mark) {
      combined ^= (marks.get(monitorId) ?? 0) ^ mark
      marks.set(monitorId, mark)
    },
    remove(monitorId) {
      combined ^= marks.get(monitorId) ?? 0
      marks.delete(monitorId)
    },
    clear() {
      marks.clear()
      combined = 0
    },
  }
}
