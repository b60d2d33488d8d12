export const SQLITE_CORRUPT = 11
/** Of an index alone, which can be made anew of its table. */
export const SQLITE_CORRUPT_INDEX = SQLITE_CORRUPT + 256 * 3
const SQLITE_NOTADB = 26

/** Whether SQLite says of its file that it is not as it wrote it: a disk that lost or mixed up what was on it. Nothing that
 *  is tried again mends that; a disk that is full or refuses is another matter. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  // Beyond the first byte it says in which way.
  return errcode !== undefined && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode % 256)
}
