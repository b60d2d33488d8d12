import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createAgentToken, isAgentTokenValid } from '../agents/tokens.ts'
import type { Database } from '../db/pool.ts'
import { writePrivateFile } from '../process/private-file.ts'

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
  const { token } = await createAgentToken(db, {
    region,
    name: `Local agent on ${hostname()}`,
    now,
  })
  keepToken(dataFolder, region, token)
}

/** The token of a local agent, null while there is none. */
export function readLocalToken(dataFolder: string, region: string): string | null {
  return readToken(join(dataFolder, 'tokens', region))
}

function keepToken(dataFolder: string, region: string, token: string): void {
  mkdirSync(join(dataFolder, 'tokens'), { recursive: true, mode: 0o700 })
  writePrivateFile(join(dataFolder, 'tokens', region), `${token}\n`)
}

/** Takes a token out of the agent's own folder, where earlier versions kept it: before that folder is given
 *  to the agent's user, who could put anything in its place. */
export function moveFormerToken(dataFolder: string, region: string): void {
  const former = join(dataFolder, 'agents', region, 'token')
  const isOurs =
    statSync(join(former, '..'), { throwIfNoEntry: false })?.uid === process.geteuid?.()
  const token = isOurs ? readToken(former) : null
  if (token === null) return
  if (readLocalToken(dataFolder, region) === null) keepToken(dataFolder, region, token)
  rmSync(former)
}

function readToken(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
