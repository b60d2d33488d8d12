import type { Stats } from 'node:fs'

/** What is said of a path that is to be read where a file is needed, for its pieces are read from where they are.
 *  @returns null: it is one */
export function whyNoFile(path: string, stats: Stats): string | null {
  if (stats.isFile()) return null
  return stats.isDirectory()
    ? `${path} is a folder: name the file in it.`
    : `${path} is no file but a pipe or a device: save what comes out of it and name that.`
}
