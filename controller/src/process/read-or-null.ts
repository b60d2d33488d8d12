import { readFileSync } from 'node:fs'

/** The text of a file; null: there is none. */
export function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error: unknown) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
