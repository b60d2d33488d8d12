/** One SQL statement and the type of the rows it gives. */
export interface Statement<Row> {
  readonly text: string
  /** Never set: it carries the row type. */
  readonly row?: Row
}

/** Every statement of the program, so that a test can PREPARE each against the migrated schema. */
export const STATEMENTS = new Set<string>()

/** Makes a module-level statement: ``const readThing = sql<{ id: number }>`select ...` ``. It takes
 *  no interpolations: values go through $1, $2, …, and lists through unnest or `any`. */
export function sql<Row>(parts: TemplateStringsArray, ...interpolations: never[]): Statement<Row> {
  if (interpolations.length > 0) throw new Error('SQL takes no interpolations')
  const text = parts.join('').trim()
  STATEMENTS.add(text)
  return { text }
}
