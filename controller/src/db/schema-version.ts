import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The scripts of this version, as a pattern. */
export const MIGRATIONS = fileURLToPath(new URL('migrations/*', import.meta.url))

/** Number of the last script this version knows. */
export async function knownSchemaVersion(): Promise<number> {
  const names = await readdir(new URL('migrations', import.meta.url))
  return Math.max(...names.map((name) => Number.parseInt(name, 10)))
}
