import type { SecondFactorRow } from '../../db/second-factors.ts'
import { readSecondFactors, replaceSecondFactor } from '../../db/second-factors.ts'
import type { Database } from '../../db/pool.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import type { SignInSecret } from './sign-in-secrets.ts'

const BATCH = 200

/** What became of the second factors of people when the key changed. */
export interface SecondFactorRotation {
  readonly rewritten: number
  /** Ids of people whose no key opens. */
  readonly unreadable: readonly string[]
}

/** Encrypts every second factor anew that is not with the secret that is first.
 *  @param secrets those of every key, the one that signs first */
export async function rotateSecondFactors(
  db: Database,
  secrets: readonly SignInSecret[],
): Promise<SecondFactorRotation> {
  const unreadable: string[] = []
  let rewritten = 0
  let page = await readSecondFactors(db, 0, BATCH)
  if (page.length === 0) return { rewritten, unreadable }
  // Loaded where there is something for it to do.
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  const [present] = secrets
  if (present === undefined) throw new Error('there is no secret to encrypt with')
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: present.version,
  }
  const anew = async (data: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })

  async function rotate(row: SecondFactorRow): Promise<void> {
    try {
      const after = { secret: await anew(row.secret), backupCodes: await anew(row.backupCodes) }
      if (isCurrent(row, present?.version)) return
      if (await replaceSecondFactor(db, row, after)) rewritten += 1
    } catch (error: unknown) {
      if (isDatabaseUnavailable(error)) throw error
      unreadable.push(row.personId)
    }
  }

  while (page.length > 0) {
    for (const row of page) await rotate(row)
    page = await readSecondFactors(db, page.at(-1)?.id ?? 0, BATCH)
  }
  return { rewritten, unreadable }
}

/** As better-auth writes it: "$ba$", the version of the secret, "$" and the text. */
function isCurrent(row: SecondFactorRow, version: number | undefined): boolean {
  return [row.secret, row.backupCodes].every((text) => text.startsWith(`$ba$${version}$`))
}
