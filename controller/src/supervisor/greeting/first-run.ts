import { join } from 'node:path'
import { z } from 'zod'
import { hasOwnerAccount, renewSignUpLink } from '../../accounts/installation.ts'
import { createOwnerKey } from '../../accounts/keys.ts'
import { hashSecret } from '../../secrets/secret-tokens.ts'
import { readSignUpLink } from '../../accounts/sign-up.ts'
import { isKeyInForce } from '../../db/keys.ts'
import type { Database } from '../../db/pool.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'
import type { ControllerReady } from '../ready-message.ts'

const FirstRun = z.object({
  url: z.string(),
  /** null once it was used, replaced or is over. */
  signUpUrl: z.string().nullable(),
  /** Until when the link works, ISO 8601; null without a link. */
  signUpExpiresAt: z.string().nullable().default(null),
  apiKey: z.string(),
})

/** What the first start gave to the operator, as kept in the data folder. */
export type FirstRun = z.output<typeof FirstRun>

/** What a start may tell of it. */
export interface KeptFirstRun {
  readonly firstRun: FirstRun
  /** It was made by this start. */
  readonly isNew: boolean
  /** The first key still works. */
  readonly isKeyInForce: boolean
  /** The owner has no account, and no link to make it with. */
  readonly isLinkMissing: boolean
}

/** Where the data folder keeps it. */
export function firstRunFile(dataFolder: string): string {
  return join(dataFolder, 'first-run.json')
}

/** Brings first-run.json up to date: written at the first start; at later ones the addresses follow
 *  the present URL, and a link that does not work any more is taken out. Of a first start that was killed before it could
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
): Promise<KeptFirstRun | null> {
  const { dataFolder, ready, publicUrl, now } = options
  const file = firstRunFile(dataFolder)
  if (ready.firstRun !== null) {
    return keepNew(file, { url: ready.url, ...ready.firstRun })
  }
  const known = FirstRun.safeParse(readJsonFile(file))
  if (known.success) {
    const { apiKey } = known.data
    const link = await presentLink(db, known.data.signUpUrl, publicUrl, now)
    const firstRun = { url: ready.url, ...link, apiKey }
    if (JSON.stringify(firstRun) !== JSON.stringify(known.data)) writeJsonFile(file, firstRun)
    return {
      firstRun,
      isNew: false,
      isKeyInForce: await isKeyInForce(db, hashSecret(apiKey), now),
      isLinkMissing: link.signUpUrl === null && !(await hasOwnerAccount(db)),
    }
  }
  if (!options.isOwnDatabase) return null
  const link = await renewSignUpLink(db, { now })
  if (link === null) return null
  const { key } = await createOwnerKey(db, { name: 'First key', now })
  return keepNew(file, {
    url: ready.url,
    signUpUrl: signUpUrl(publicUrl, link.token),
    signUpExpiresAt: link.expiresAt.toISOString(),
    apiKey: key,
  })
}

function keepNew(file: string, firstRun: FirstRun): KeptFirstRun {
  writeJsonFile(file, firstRun)
  return { firstRun, isNew: true, isKeyInForce: true, isLinkMissing: false }
}

/** Address of the page that makes the owner's account. */
function signUpUrl(url: string, token: string): string {
  return `${url}/sign-up?token=${token}`
}

type Link = Pick<FirstRun, 'signUpUrl' | 'signUpExpiresAt'>

const NO_LINK: Link = { signUpUrl: null, signUpExpiresAt: null }

/** The link at today's address, none when it was used, replaced or is over. */
async function presentLink(
  db: Database,
  link: string | null,
  url: string,
  now: Date,
): Promise<Link> {
  const token = link === null ? undefined : /[0-9A-Za-z]{32}$/.exec(link)?.[0]
  if (link === null || token === undefined) return NO_LINK
  const found = await readSignUpLink(db, token, now)
  if (found.state !== 'usable') return NO_LINK
  const { pathname, search } = new URL(link)
  return {
    signUpUrl: `${url}${pathname}${search}`,
    signUpExpiresAt: found.expiresAt.toISOString(),
  }
}
