import { mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createAgentToken, isAgentTokenValid } from '../../agents/tokens.ts'
import type { Database } from '../../db/pool.ts'
import { writePrivateFile } from '../../process/private-file.ts'

/** Makes sure that the local agent of a location has a token the database accepts: made at the first
 *  start, and again when it was revoked or the database is another one. It is kept in a file that only who
 *  runs this reads (0600), not the agent's own user. */
export async function ensureLocalToken(
  db: Database,
  options: { dataFolder: string; region: string; now: Date },
): Promise<void> {
  const { dataFolder, region, now } = options
  const present = readLocalToken(dataFolder, region)
  if (present !== null && (await isAgentTokenValid(db, present, region))) return
  const name = `Local agent on ${hostname()}`
  const { token } = await createAgentToken(db, { region, name, now })
  mkdirSync(join(dataFolder, 'tokens'), { recursive: true, mode: 0o700 })
  writePrivateFile(fileOf(dataFolder, region), `${token}\n`)
}

/** The token of a local agent, null while there is none. */
export function readLocalToken(dataFolder: string, region: string): string | null {
  try {
    return readFileSync(fileOf(dataFolder, region), 'utf8').trim()
  } catch {
    return null
  }
}

function fileOf(dataFolder: string, region: string): string {
  return join(dataFolder, 'tokens', region)
}
