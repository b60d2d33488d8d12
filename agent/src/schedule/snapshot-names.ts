import type { AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'

/** Whom a snapshot names, which comes in parts and with changes between them: all others are assigned no more. */
export interface SnapshotNames {
  readonly note: (update: AssignmentUpdate) => void
  /** @returns whom the snapshot named that an update ends, until it is forgotten; null: it ends none */
  readonly endedBy: (update: AssignmentUpdate) => ReadonlySet<number> | null
  readonly forget: () => void
}

export function createSnapshotNames(): SnapshotNames {
  let named: Set<number> | null = null
  return {
    note(update) {
      if (update.snapshot) named ??= new Set()
      for (const { monitorId } of update.upserts) named?.add(monitorId)
      for (const monitorId of update.removedMonitorIds) named?.delete(monitorId)
    },
    endedBy: (update) => (update.snapshot && update.last ? named : null),
    forget() {
      named = null
    },
  }
}
