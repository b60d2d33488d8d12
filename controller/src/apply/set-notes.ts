import type { AppliedThingRow } from '../db/applied-things.ts'
import type { MadePlan, Wanted } from './make-plan.ts'

/** What is noted of the set anew, and what no more. */
export function setNotes(
  { set, entries }: Wanted,
  { applied, left }: MadePlan,
  ids: ReadonlyMap<string, string>,
) {
  const own = applied.filter(({ setName }) => setName === set)
  const place = ({ kind, key }: { readonly kind: string; readonly key: string }): string =>
    `${kind} ${key}`
  const before = new Map(own.map((row) => [place(row), row.thingId]))
  const rows = entries.flatMap(({ kind, key, at }) => {
    const thingId = ids.get(at)
    return thingId === undefined ? [] : [{ kind, key, thingId }]
  })
  const after = new Map(rows.map((row) => [place(row), row.thingId]))
  const stays = new Set(left.map(({ thing }) => thing.id))
  const isOver = (row: AppliedThingRow): boolean =>
    after.get(place(row)) !== row.thingId && !stays.has(row.thingId)
  return {
    left: own.filter(isOver),
    joined: rows.filter((row) => before.get(place(row)) !== row.thingId),
  }
}
