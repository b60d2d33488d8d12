import type { Row } from '../values.ts'
import { rowsOf, textOf } from '../values.ts'

/** Tags of a monitor: the names of its groups, then its own, with their values.
 *  @returns undefined where there is none */
export function tagsOf(row: Row, groups: readonly string[]): string[] | undefined {
  const own = rowsOf(row['tags']).flatMap((tag) => {
    const name = textOf(tag, 'name')
    const value = textOf(tag, 'value')
    if (name === null) return []
    return [value === null ? name : `${name}: ${value}`]
  })
  const tags = [...new Set([...groups, ...own])]
  return tags.length === 0 ? undefined : tags
}
