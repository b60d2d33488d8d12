import { createHash } from 'node:crypto'

/** One SQL statement and the type of the rows it gives. */
export interface Statement<Row> {
  readonly text: string
  /** Set for one that is kept: see `kept`. */
  readonly name?: string
  /** Never set: it carries the row type. */
  readonly row?: Row
}

/** Every statement of the program, so that a test can PREPARE each against the migrated schema. */
export const STATEMENTS = new Set<string>()

/** What several statements have in common, such as a list of columns: constants of the program alone. */
export interface SqlPart {
  readonly sqlPart: string
}

/** Makes a module-level statement: ``const readThing = sql<{ id: number }>`select ...` ``. Of what is
 *  interpolated it takes parts alone: values go through $1, $2, …, and lists through unnest or `any`. */
export function sql<Row>(
  texts: TemplateStringsArray,
  ...parts: readonly SqlPart[]
): Statement<Row> {
  const text = String.raw({ raw: texts }, ...parts.map(({ sqlPart }) => sqlPart)).trim()
  STATEMENTS.add(text)
  return { text }
}

/** Has each connection parse and plan a statement once and keep that, as a prepared statement: for those
 *  that run many times a minute. Planning one that stores twenty results took twice as long as storing
 *  them. What is kept holds some 100 kB in each connection that ran it, so not for all. Not for reads of
 *  check_results either, whose plan should know which days are asked for.
 *  Its name follows from its text: two versions of the program that share connections behind a pooler never
 *  mean different statements by one name. */
export function kept<Row>(statement: Statement<Row>): Statement<Row> {
  const digest = createHash('sha256').update(statement.text).digest('hex')
  return { ...statement, name: `kept_${digest.slice(0, 20)}` }
}
