import type { Row } from '../values.ts'
import { flagOf, textOf } from '../values.ts'

/** What the groups of monitors say of each. */
export interface Groups {
  /** @returns names of the groups it is in, the outermost first, and whether all of them and itself are active */
  readonly of: (row: Row) => { readonly path: readonly string[]; readonly isActive: boolean }
}

/** Deepest nesting that is followed: a file may lead in a circle. */
const MAX_LEVELS = 20

/** Reads who is whose parent. */
export function readGroups(rows: readonly Row[]): Groups {
  const byId = new Map(rows.map((row) => [textOf(row, 'id') ?? '', row]))
  return {
    of(row) {
      const path: string[] = []
      let isActive = flagOf(row, 'active') !== false
      let parent = byId.get(textOf(row, 'parent') ?? '')
      for (let level = 0; parent !== undefined && level < MAX_LEVELS; level += 1) {
        const name = textOf(parent, 'name')
        if (name !== null) path.unshift(name)
        isActive &&= flagOf(parent, 'active') !== false
        parent = byId.get(textOf(parent, 'parent') ?? '')
      }
      return { path, isActive }
    },
  }
}
