import { AppError } from '@sightline/shared/errors'

/** What files may take of the disk together, bytes: the folder for them may be of 512 MB, in memory. */
const MAX_BYTES = 448 * 1024 * 1024

/** So much of each has room in any case: most files are smaller, and a few large ones keep none of those out. */
const FREE_BYTES = 1024 * 1024

/** Room on disk that files share. */
export interface DiskRoom {
  /** Keeps room for one file. */
  readonly open: () => {
    /** @throws AppError unavailable when others have what is left */
    readonly take: (bytes: number) => void
    /** Gives all of it back. */
    readonly leave: () => void
  }
}

/** Makes room that nobody has any of. */
export function createDiskRoom(maxBytes = MAX_BYTES, freeBytes = FREE_BYTES): DiskRoom {
  let taken = 0
  return {
    open() {
      let bytes = 0
      let own = 0
      return {
        take(more) {
          bytes += more
          const next = Math.max(0, bytes - freeBytes)
          if (taken + next - own > maxBytes) throw noRoom()
          taken += next - own
          own = next
        },
        leave() {
          taken -= own
          own = 0
        },
      }
    },
  }
}

function noRoom(): AppError {
  return new AppError(
    'unavailable',
    'Other large files are being imported, and there is no room for this one beside them: try again in a minute.',
    { headers: { 'Retry-After': '30' } },
  )
}
