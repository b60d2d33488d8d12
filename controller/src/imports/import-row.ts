/** Kinds of things that files hold, as people read them. */
export const IMPORTED_KINDS = [
  'monitor',
  'contact',
  'team',
  'maintenance',
  'crawlSchedule',
  'statusPage',
] as const
export type ImportedKind = (typeof IMPORTED_KINDS)[number]

/** What became of something, or would:
 *  - toMake: it would be made (a dry run);
 *  - made: it was;
 *  - duplicate: the workspace has it already, or an earlier part of the file names the same;
 *  - refused: the rules of the API, or the plan, do not let it be;
 *  - notCarried: there is nothing here that it could become. */
export const OUTCOMES = ['toMake', 'made', 'duplicate', 'refused', 'notCarried'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What is told of one thing of a file. */
export interface ImportRow {
  /** One of IMPORTED_KINDS; of what is not carried over, what the file calls it ("docker monitor"). */
  readonly what: string
  readonly name: string
  /** Where it stands in the file; null where that says nothing. */
  readonly at: string | null
  readonly outcome: Outcome
  /** Of what was made, or of the one that is there; null where there is none. */
  readonly id: string | null
  /** Why it was not made, as a sentence; null: it was, or would be. */
  readonly reason: string | null
  /** What is not as it was in the file, as sentences. */
  readonly warnings: readonly string[]
  /** Of a monitor; null of others, and where it could not be read. */
  readonly type: string | null
  readonly url: string | null
  /** Of a monitor: false: it is made paused; null of others. */
  readonly active: boolean | null
  /** What was made for it and is shown this once, such as the secret of a webhook; null: nothing. */
  readonly shownOnce: Readonly<Record<string, unknown>> | null
}

/** A row about something of a file, with what is said of it. */
export function rowOf(
  what: string,
  thing: Pick<ImportRow, 'name' | 'at'> & Partial<Pick<ImportRow, 'warnings'>>,
  said: Pick<ImportRow, 'outcome'> & Partial<ImportRow>,
): ImportRow {
  return {
    what,
    name: thing.name,
    at: thing.at,
    outcome: said.outcome,
    id: said.id ?? null,
    reason: said.reason ?? null,
    warnings: thing.warnings ?? [],
    type: said.type ?? null,
    url: said.url ?? null,
    active: said.active ?? null,
    shownOnce: said.shownOnce ?? null,
  }
}
