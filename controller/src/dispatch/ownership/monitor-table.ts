import type { CheckCapability } from '@sightline/shared/needed-capability'
import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'

/** What of a monitor decides who checks it, and which of its assignments is the present one. */
export interface OwnedMonitor {
  readonly id: number
  readonly needs: CheckCapability
  /** Which version of settings an agent must know for it. */
  readonly needsVersion: number
  /** See `assignmentMark`. */
  readonly mark: number
}

/** The monitors of one region. */
export interface MonitorTable {
  readonly size: () => number
  /** undefined when the region does not check it. */
  readonly get: (id: number) => OwnedMonitor | undefined
  readonly set: (monitor: OwnedMonitor) => void
  readonly remove: (id: number) => void
  /** In no order. Nothing may change meanwhile. */
  readonly entries: () => Iterable<OwnedMonitor>
}

const LEAST_SLOTS = 64

/** Ten bytes a slot: ids, 0 where the slot is free, marks and what is needed. */
interface Slots {
  readonly ids: Int32Array
  readonly marks: Int32Array
  /** The place of the capability, and above it the version of settings. */
  readonly needs: Uint16Array
}

/** More than there are capabilities. */
const VERSION_STEP = 32
const MAX_VERSION = 2 ** 16 / VERSION_STEP - 1

function freeSlots(count: number): Slots {
  return {
    ids: new Int32Array(count),
    marks: new Int32Array(count),
    needs: new Uint16Array(count),
  }
}

/** Open addressing with linear probing, at most three quarters full: 100,000 monitors take 2.6 MB, where a Map of
 *  objects takes 8.5. */
export function createMonitorTable(): MonitorTable {
  let slots = freeSlots(LEAST_SLOTS)
  let size = 0

  function homeOf(id: number): number {
    return (Math.imul(id, 0x9e3779b1) >>> 7) & (slots.ids.length - 1)
  }

  function after(slot: number): number {
    return (slot + 1) & (slots.ids.length - 1)
  }

  /** Where it is, or the free slot where it belongs. */
  function slotOf(id: number): number {
    let slot = homeOf(id)
    while (slots.ids[slot] !== 0 && slots.ids[slot] !== id) slot = after(slot)
    return slot
  }

  function put(slot: number, id: number, mark: number, needs: number): void {
    slots.ids[slot] = id
    slots.marks[slot] = mark
    slots.needs[slot] = needs
  }

  function move(from: Slots, slot: number, to: number): void {
    put(to, from.ids[slot] ?? 0, from.marks[slot] ?? 0, from.needs[slot] ?? 0)
  }

  function grow(): void {
    const old = slots
    slots = freeSlots(old.ids.length * 2)
    for (const [slot, id] of old.ids.entries()) if (id !== 0) move(old, slot, slotOf(id))
  }

  /** Those behind a slot that became free move up, so that none is cut off from its home. */
  function closeGap(at: number): void {
    let gap = at
    for (let slot = after(at); slots.ids[slot] !== 0; slot = after(slot)) {
      const mask = slots.ids.length - 1
      const fromHome = (slot - homeOf(slots.ids[slot] ?? 0)) & mask
      if (fromHome < ((slot - gap) & mask)) continue
      move(slots, slot, gap)
      gap = slot
    }
    slots.ids[gap] = 0
  }

  function read(slot: number): OwnedMonitor {
    const stored = slots.needs[slot] ?? 0
    return {
      id: slots.ids[slot] ?? 0,
      mark: slots.marks[slot] ?? 0,
      needs: CHECK_CAPABILITIES[stored % VERSION_STEP] ?? 'web',
      needsVersion: Math.floor(stored / VERSION_STEP),
    }
  }

  return {
    size: () => size,
    get(id) {
      const slot = slotOf(id)
      return slots.ids[slot] === id ? read(slot) : undefined
    },
    set({ id, mark, needs, needsVersion }) {
      let slot = slotOf(id)
      if (slots.ids[slot] === 0) {
        size += 1
        if (size * 4 > slots.ids.length * 3) grow()
        slot = slotOf(id)
      }
      const version = Math.min(MAX_VERSION, needsVersion)
      put(slot, id, mark, CHECK_CAPABILITIES.indexOf(needs) + version * VERSION_STEP)
    },
    remove(id) {
      const slot = slotOf(id)
      if (slots.ids[slot] !== id) return
      size -= 1
      closeGap(slot)
    },
    *entries() {
      for (const [slot, id] of slots.ids.entries()) if (id !== 0) yield read(slot)
    },
  }
}
