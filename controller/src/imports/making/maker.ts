import type { ImportRow } from '../import-row.ts'
import type { ImportSession } from '../import-session.ts'
import type { ReadThing } from '../reading/reading.ts'

/** What became of a thing. */
export type Said = Pick<ImportRow, 'outcome'> &
  Partial<Pick<ImportRow, 'id' | 'reason' | 'shownOnce'>>

/** Makes a thing, or says what would become of it.
 *  @param warnings what is not as it was is added
 *  @throws AppError for what the rules refuse */
export type MakeThing = (
  session: ImportSession,
  thing: ReadThing,
  warnings: string[],
) => Promise<Said>
