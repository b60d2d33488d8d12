/** Objects of texts, numbers and lists, as JSON has them. */
export type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path such as "keyword.value"; undefined: nothing. */
export function valueAt(tree: unknown, path: string): unknown {
  let value = tree
  for (const step of path.split('.')) value = isTree(value) ? value[step] : undefined
  return value
}

/** What the API calls a field of an entry of a list, such as "jsonChecks[0].value". */
export const entryPath = (list: string, index: number, field: string): string =>
  `${list}[${index}].${field}`

/** The same with something else at a path. */
export function withValueAt(tree: Tree, path: string, value: unknown): Tree {
  const [step = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...tree, [step]: value }
  const inner = tree[step]
  return { ...tree, [step]: withValueAt(isTree(inner) ? inner : {}, rest.join('.'), value) }
}

export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What of a tree differs from another: objects by their fields, the rest as a whole. What is gone is null, but for
 *  fields of the tree itself: one that is not there is not spoken of. undefined: nothing differs. Pure. */
export function changesOf(tree: unknown, before: unknown, isInner = false): unknown {
  if (!isTree(tree)) return isSame(tree, before) ? undefined : (tree ?? null)
  const was = isTree(before) ? before : {}
  const gone = isInner ? Object.keys(was).filter((name) => !Object.hasOwn(tree, name)) : []
  const changed = [
    ...Object.entries(tree).flatMap(([name, value]) => {
      const change = changesOf(value, was[name], true)
      return change === undefined ? [] : [[name, change] as const]
    }),
    ...gone.map((name) => [name, null] as const),
  ]
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}
