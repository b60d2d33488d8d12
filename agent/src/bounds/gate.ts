import { AsyncLocalStorage } from 'node:async_hooks'
import type { FairLine } from './fair-line.ts'
import { createFairLine } from './fair-line.ts'
import { presentSharer } from './sharer.ts'

/** Lets so many in at once, in all and per key; the others wait, the urgent ones first, those of each sharer
 *  in order and sharers in turn. What is urgent to one sharer leaves every second place to the others. Whoever
 *  waits goes in for the one it came for. */
export interface Gate {
  /** Calls `enter` now or when there is room; `leave` must be called once, when it is over. */
  readonly pass: (key: string, urgent: boolean, enter: (leave: () => void) => void) => void
  /** Goes in now, or not at all. @returns the way out; null when there is no room */
  readonly tryEnter: (key: string) => (() => void) | null
  readonly inside: () => number
  /** Places of a key that are taken. */
  readonly taken: (key: string) => number
  /** Whether who asks for it now has to wait. */
  readonly isFull: (key: string) => boolean
  /** How many wait. */
  readonly waiting: () => number
}

interface Waiter {
  readonly key: string
  readonly urgent: boolean
  readonly sharer: string
  readonly enter: (leave: () => void) => void
}

interface Line {
  readonly urgent: FairLine<Waiter>
  readonly ordinary: FairLine<Waiter>
  /** Whose the last one was that was let in, where it was urgent; else null. */
  hurried: string | null
}

function createLine(): Line {
  return { urgent: createFairLine(), ordinary: createFairLine(), hurried: null }
}

const sizeOf = ({ urgent, ordinary }: Line): number => urgent.size() + ordinary.size()

/** One whose failures are confirmed without end would else keep all others from going in at all. */
function takeFrom(line: Line, placesOf: (sharer: string) => number): Waiter | undefined {
  const { urgent, ordinary, hurried } = line
  line.hurried = null
  const next = hurried === null ? undefined : ordinary.take(hurried, placesOf)
  if (next !== undefined) return next
  const hurries = urgent.take(null, placesOf)
  line.hurried = hurries?.sharer ?? null
  return hurries ?? ordinary.take(null, placesOf)
}

/** @param limits.isSharedByPlaces sharers take turns by the places that they have, whoever has fewest first: turns
 *    alone give one whose work hangs most of the time. Whoever passes must be known (`presentSharer`) */
export function createGate(limits: {
  total: number
  perKey: number
  isSharedByPlaces?: boolean
}): Gate {
  const { isSharedByPlaces = false } = limits
  /** Places that sharers have inside; empty where they do not matter. */
  const held = new Map<string, number>()
  /** Places taken per key: by those inside and by those that only wait for room in all. */
  const taken = new Map<string, number>()
  const waitingForKey = new Map<string, Line>()
  const waitingForRoom = createLine()
  let inside = 0

  const placesOf = (sharer: string): number => held.get(sharer) ?? 0

  function waitIn(line: Line, waiter: Waiter): void {
    const waiting = waiter.urgent ? line.urgent : line.ordinary
    waiting.push(waiter.sharer, waiter)
  }

  function letIn(): void {
    while (inside < limits.total) {
      const next = takeFrom(waitingForRoom, placesOf)
      if (next === undefined) return
      const leave = takePlace(next.key, next.sharer)
      next.enter(leave)
    }
  }

  function countHeld(sharer: string, change: 1 | -1): void {
    if (!isSharedByPlaces) return
    const count = placesOf(sharer) + change
    if (count === 0) held.delete(sharer)
    else held.set(sharer, count)
  }

  /** @returns what gives the place up, once */
  function takePlace(key: string, sharer: string): () => void {
    inside += 1
    countHeld(sharer, 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      inside -= 1
      countHeld(sharer, -1)
      giveUpPlace(key)
      letIn()
    }
  }

  function giveUpPlace(key: string): void {
    const line = waitingForKey.get(key)
    const next = line === undefined ? undefined : takeFrom(line, placesOf)
    if (line !== undefined && next !== undefined) {
      waitIn(waitingForRoom, next)
      if (sizeOf(line) === 0) waitingForKey.delete(key)
      return
    }
    const left = (taken.get(key) ?? 1) - 1
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
  }

  return {
    pass(key, urgent, enter) {
      const count = taken.get(key) ?? 0
      const hasRoom = inside < limits.total && count < limits.perKey
      // Most go in at once. Only where somebody is let in at this very moment can others wait while there is room.
      if (hasRoom && sizeOf(waitingForRoom) === 0) {
        taken.set(key, count + 1)
        enter(takePlace(key, isSharedByPlaces ? presentSharer() : ''))
        return
      }
      // Whoever makes room is somebody else: neither the sharer nor what a log says is theirs.
      const entering = AsyncLocalStorage.bind(enter)
      const waiter = { key, urgent, sharer: presentSharer(), enter: entering }
      if (count < limits.perKey) {
        taken.set(key, count + 1)
        waitIn(waitingForRoom, waiter)
        letIn()
        return
      }
      const line = waitingForKey.get(key) ?? createLine()
      waitingForKey.set(key, line)
      waitIn(line, waiter)
    },
    tryEnter(key) {
      const count = taken.get(key) ?? 0
      if (inside >= limits.total || count >= limits.perKey) return null
      taken.set(key, count + 1)
      return takePlace(key, isSharedByPlaces ? presentSharer() : '')
    },
    inside: () => inside,
    taken: (key) => taken.get(key) ?? 0,
    waiting: () =>
      [waitingForRoom, ...waitingForKey.values()].reduce((all, line) => all + sizeOf(line), 0),
    isFull: (key) => inside >= limits.total || (taken.get(key) ?? 0) >= limits.perKey,
  }
}
