import { access, constants, statfs } from 'node:fs/promises'

const FOLDER = '/dev/shm'
/** What a heavy page may share between its processes. */
const NEEDED_BYTES = 512 * 1024 * 1024

/** Whether Chrome has to do without shared memory: /dev/shm is not there, not to be written, or smaller than
 *  pages may need.
 *  @param folder of shared memory; that of Linux unless told otherwise */
export async function isSharedMemoryPoor(folder = FOLDER): Promise<boolean> {
  try {
    // Small in containers, and read-only or another user's where a service is locked in.
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < NEEDED_BYTES
  } catch {
    return process.platform === 'linux'
  }
}
