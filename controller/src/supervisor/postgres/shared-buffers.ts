import { totalmem } from 'node:os'

/** Of the memory there is, so that the rest of the installation and the system's own cache have theirs. */
const SHARE = 1 / 32

/** What 20,000 monitors need on a machine of 4 GB, and what 100,000 in six regions work with while a tenth of them fails: a
 *  page that is not there is taken from the system's cache, and another is written before. With 128 MB all of these
 *  10,000 were confirmed after 32 s, with 384 after 22. */
const LEAST_MB = 128
const MOST_MB = 384

const MB = 2 ** 20

/** What the database keeps of its pages, by the memory that it may have at all, MB. Pure. */
export function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor((memoryBytes * SHARE) / MB)))
}

/** The memory of the machine, or less where its container may have less, bytes. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
