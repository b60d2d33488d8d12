import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** Makes a folder, and those above it that are missing, and says why it cannot: on a disk that may only be read Node itself
 *  says that there is no such folder (24.21).
 *  @throws what the system says */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (error) {
    let missing = path.resolve(folder)
    while (!existsSync(path.dirname(missing))) missing = path.dirname(missing)
    // The reason is what it says of the first that is missing.
    if (!existsSync(missing)) mkdirSync(missing, { mode })
    throw error
  }
}
