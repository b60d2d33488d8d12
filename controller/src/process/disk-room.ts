import { statfs } from 'node:fs/promises'

/** Room on a disk, for whoever is not root. */
export interface DiskRoom {
  readonly freeBytes: number
  readonly bytes: number
}

/** A disk does not fill in less, and each look is a call into a file system that may be far away. */
const KEPT_MS = 30_000

/** @returns null where it cannot be found out */
export async function readDiskRoom(folder: string): Promise<DiskRoom | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, bytes: blocks * bsize }
  } catch {
    return null
  }
}

/** The same for those who ask all the time: looked at when it was not for half a minute. Nobody waits for it: they
 *  get what was known before. */
export function watchDiskRoom(
  folder: string,
  nowMs: () => number = () => performance.now(),
): () => DiskRoom | null {
  let known: DiskRoom | null = null
  let lookedAtMs = -Infinity
  return () => {
    if (nowMs() - lookedAtMs >= KEPT_MS) {
      lookedAtMs = nowMs()
      void readDiskRoom(folder).then((room) => {
        known = room
      })
    }
    return known
  }
}
