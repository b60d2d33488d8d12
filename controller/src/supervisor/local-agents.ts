import { mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createAgentToken, isAgentTokenValid } from '../agents/tokens.ts'
import type { Database } from '../db/pool.ts'
import { writePrivateFile } from './json-file.ts'

/** Makes sure that the local agent of a location has a token the database accepts: made at the first
 *  start, and again when it was revoked or the database is another one.
 *  @returns path of the file that holds it, mode 0600 */
export async function ensureLocalToken(
  db: Database,
  options: { dataFolder: string; region: string; now: Date },
): Promise<string> {
  const { region, now } = options
  const file = localTokenFile(options.dataFolder, region)
  const present = readToken(file)
  if (present !== null && (await isAgentTokenValid(db, present, region))) return file
  const { token } = await createAgentToken(db, {
    region,
    name: `Local agent on ${hostname()}`,
    now,
  })
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writePrivateFile(file, `${token}\n`)
  return file
}

/** Where the token of a local agent is kept. */
export function localTokenFile(dataFolder: string, region: string): string {
  return join(dataFolder, 'agents', region, 'token')
}

function readToken(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
