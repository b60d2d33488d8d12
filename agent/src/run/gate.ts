import type { FirstInFirstOut } from './first-in-first-out.ts'
import { createFirstInFirstOut } from './first-in-first-out.ts'

/** Lets so many in at once, in all and per key; the others wait in order, the urgent ones first. */
export interface Gate {
  /** Calls `enter` now or when there is room; `leave` must be called once, when it is over. */
  readonly pass: (key: string, urgent: boolean, enter: (leave: () => void) => void) => void
  /** Goes in now, or not at all. @returns the way out; null when there is no room */
  readonly tryEnter: (key: string) => (() => void) | null
  readonly inside: () => number
}

interface Waiter {
  readonly key: string
  readonly urgent: boolean
  readonly enter: (leave: () => void) => void
}

interface Line {
  readonly urgent: FirstInFirstOut<Waiter>
  readonly ordinary: FirstInFirstOut<Waiter>
}

function createLine(): Line {
  return { urgent: createFirstInFirstOut(), ordinary: createFirstInFirstOut() }
}

const takeFrom = (line: Line): Waiter | undefined => line.urgent.take() ?? line.ordinary.take()

export function createGate(limits: { total: number; perKey: number }): Gate {
  /** Places taken per key: by those inside and by those that only wait for room in all. */
  const taken = new Map<string, number>()
  const waitingForKey = new Map<string, Line>()
  const waitingForRoom = createLine()
  let inside = 0

  function roomFor(waiter: Waiter): FirstInFirstOut<Waiter> {
    return waiter.urgent ? waitingForRoom.urgent : waitingForRoom.ordinary
  }

  function letIn(): void {
    while (inside < limits.total) {
      const next = takeFrom(waitingForRoom)
      if (next === undefined) return
      next.enter(takePlace(next.key))
    }
  }

  /** @returns what gives the place up, once */
  function takePlace(key: string): () => void {
    inside += 1
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      inside -= 1
      giveUpPlace(key)
      letIn()
    }
  }

  function giveUpPlace(key: string): void {
    const line = waitingForKey.get(key)
    const next = line === undefined ? undefined : takeFrom(line)
    if (line !== undefined && next !== undefined) {
      roomFor(next).push(next)
      if (line.urgent.size() + line.ordinary.size() === 0) waitingForKey.delete(key)
      return
    }
    const left = (taken.get(key) ?? 1) - 1
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
  }

  return {
    pass(key, urgent, enter) {
      const waiter = { key, urgent, enter }
      const count = taken.get(key) ?? 0
      if (count < limits.perKey) {
        taken.set(key, count + 1)
        roomFor(waiter).push(waiter)
        letIn()
        return
      }
      const line = waitingForKey.get(key) ?? createLine()
      waitingForKey.set(key, line)
      const waiting = urgent ? line.urgent : line.ordinary
      waiting.push(waiter)
    },
    tryEnter(key) {
      const count = taken.get(key) ?? 0
      if (inside >= limits.total || count >= limits.perKey) return null
      taken.set(key, count + 1)
      return takePlace(key)
    },
    inside: () => inside,
  }
}
