export const SQLITE_CORRUPT = 11
/** Of an index alone, which can be made anew of its table. */
export const SQLITE_CORRUPT_INDEX = SQLITE_CORRUPT + 256 * 3
const SQLITE_NOTADB = 26

const SQLITE_IOERR = 10
/** In which way: a page was not given, was given in part, is not what its checksum says, or the file system found itself damaged. */
const UNREADABLE = new Set([1, 2, 32, 33].map((way) => SQLITE_IOERR + 256 * way))

/** Whether SQLite says of its file that it is not as it wrote it: a disk that lost or mixed up what was on it. Nothing that
 *  is tried again mends that; a disk that is full or refuses is another matter. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  // Beyond the first byte it says in which way.
  return errcode !== undefined && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode % 256)
}

/** Whether a part of its file cannot be read: it is damaged, or the disk does not give it, as one with bad sectors. */
export function isUnreadable(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return isDamage(error) || (errcode !== undefined && UNREADABLE.has(errcode))
}
