import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder, and those above it that are missing, one after the other. Node does it by itself too (24.21), but says of
 *  a disk that may only be read that there is no such folder, and never ends where a folder is in which none can be made,
 *  as in /proc or where disks are mounted when they are asked for.
 *  @throws what the system says of the first that cannot be made */
export function makeFolder(folder: string, mode?: number): void {
  const missing = [path.resolve(folder)]
  for (;;) {
    const above = path.dirname(missing[0] ?? '')
    if (existsSync(above)) break
    missing.unshift(above)
  }
  for (const each of missing) makeOne(each, mode)
}

/** One that is there, as somebody else may make it meanwhile, is none the worse. */
function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error
  }
}
