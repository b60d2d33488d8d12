import type { IntakeUnit } from './waiting-units.ts'

/** Acknowledges units once they are stored, those of a source in the order they came. What was not stored because the
 *  queue stops stays unacknowledged, and everything after it: the agent keeps it.
 *  @returns what is told of each unit, and of its storing */
export function createAcknowledger(): (unit: IntakeUnit, stored: Promise<void>) => void {
  // Acknowledgements are cumulative, but only within a source: nobody waits for another's.
  const lastOfSource = new WeakMap<object, Promise<boolean>>()
  return (unit, stored) => {
    const before = lastOfSource.get(unit.source) ?? Promise.resolve(true)
    const done = Promise.all([before, stored]).then(
      ([isInTurn]) => {
        if (isInTurn) unit.acknowledge()
        return isInTurn
      },
      () => false,
    )
    lastOfSource.set(unit.source, done)
  }
}
