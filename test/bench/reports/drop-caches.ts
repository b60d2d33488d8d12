import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Files that hold results; smaller ones would be back with one read of the disk. */
const LARGE = ['-type', 'f', '-size', '+64k']

/** Has the operating system forget what it keeps in memory of the files of a folder, and of no others:
 *  whatever else runs here stays as it is. Needs GNU dd.
 *  @returns false when it cannot */
export async function dropCachesOf(folder: string): Promise<boolean> {
  const forget = ['dd', 'if={}', 'iflag=nocache', 'count=0', 'status=none', ';']
  return promisify(execFile)('find', [folder, ...LARGE, '-exec', ...forget]).then(
    () => true,
    () => false,
  )
}
