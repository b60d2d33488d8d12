import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where the app is built (deploy/bootstrap/web-build.js). */
const FOLDER = join(import.meta.dirname, '..', '..', 'web', 'dist')

/** @returns where the built app lies; null when it was not built */
export function appFolder(): string | null {
  return existsSync(join(FOLDER, 'index.html')) ? FOLDER : null
}
