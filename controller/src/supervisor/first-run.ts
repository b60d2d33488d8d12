import { join } from 'node:path'
import { z } from 'zod'
import { renewSignUpLink } from '../accounts/installation.ts'
import { createOwnerKey } from '../accounts/keys.ts'
import { hashSecret } from '../accounts/secret-tokens.ts'
import type { Database } from '../db/pool.ts'
import { findSignUpLink } from '../db/sign-up-links.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import type { ControllerReady } from './ready-message.ts'

const FirstRun = z.object({
  url: z.string(),
  /** null once it was used. */
  signUpUrl: z.string().nullable(),
  apiKey: z.string(),
})

/** What the first start gave to the operator, as kept in the data folder. */
export type FirstRun = z.output<typeof FirstRun>

/** Where the data folder keeps it. */
export function firstRunFile(dataFolder: string): string {
  return join(dataFolder, 'first-run.json')
}

/** Brings first-run.json up to date: written at the first start; at later ones the addresses follow
 *  the present URL and a used link is taken out. Of a first start that was killed before it could
 *  write, link and key are made anew.
 *  @param options.publicUrl address people reach this installation at, without a trailing slash
 *  @param options.isOwnDatabase false when others may have started this installation elsewhere
 *  @returns null when the data folder does not know the first key */
export async function keepFirstRun(
  db: Database,
  options: {
    dataFolder: string
    ready: ControllerReady
    publicUrl: string
    isOwnDatabase: boolean
    now: Date
  },
): Promise<{ firstRun: FirstRun; isNew: boolean } | null> {
  const { dataFolder, ready, publicUrl, now } = options
  const file = firstRunFile(dataFolder)
  const known = FirstRun.safeParse(readJsonFile(file))
  if (ready.firstRun !== null) {
    const firstRun = { url: ready.url, ...ready.firstRun }
    writeJsonFile(file, firstRun)
    return { firstRun, isNew: true }
  }
  if (known.success) {
    const firstRun = {
      url: ready.url,
      signUpUrl: await presentLink(db, known.data.signUpUrl, publicUrl),
      apiKey: known.data.apiKey,
    }
    if (JSON.stringify(firstRun) !== JSON.stringify(known.data)) writeJsonFile(file, firstRun)
    return { firstRun, isNew: false }
  }
  if (!options.isOwnDatabase) return null
  const token = await renewSignUpLink(db, { now })
  if (token === null) return null
  const { key } = await createOwnerKey(db, { name: 'First key', now })
  const firstRun = { url: ready.url, signUpUrl: signUpUrl(publicUrl, token), apiKey: key }
  writeJsonFile(file, firstRun)
  return { firstRun, isNew: true }
}

/** Address of the page that makes the owner's account. */
function signUpUrl(url: string, token: string): string {
  return `${url}/sign-up?token=${token}`
}

/** The link at today's address, null when it was used or replaced. */
async function presentLink(db: Database, link: string | null, url: string): Promise<string | null> {
  const token = link === null ? undefined : /[0-9A-Za-z]{32}$/.exec(link)?.[0]
  if (link === null || token === undefined) return null
  const row = await findSignUpLink(db, hashSecret(token))
  if (row === null || row.usedAt !== null) return null
  const { pathname, search } = new URL(link)
  return `${url}${pathname}${search}`
}
