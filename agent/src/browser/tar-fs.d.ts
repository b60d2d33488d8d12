// What is used of tar-fs, which comes without types.
declare module 'tar-fs' {
  import type { Writable } from 'node:stream'

  /** Writes the files of a tar archive into a folder, which is made when it is not there. */
  export function extract(folder: string): Writable
}
