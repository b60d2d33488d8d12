import { createHmac } from 'node:crypto'
import { APIError, createAuthMiddleware, getAuthoritativeSessionFromCtx } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Database } from '../../db/pool.ts'
import { findSecret, useStep } from '../../db/second-factors.ts'

const STEP_MS = 30_000

/** The steps that the library takes codes of are one before the present and one after it; one more, as its clock is
 *  read after ours. The latest first. */
const STEPS_AROUND = [2, 1, 0, -1]

const CODE_USED = { code: 'CODE_USED', message: 'The code was used already.' }

/** What runs before the library looks at a code of an authenticator: one that was taken already, or is older than one
 *  that was, is refused (RFC 6238, 5.2). Whoever saw a code being entered could otherwise enter it as well, for a
 *  minute and a half. The library keeps no account of that. A right code is noted as used before it is looked at, in
 *  one statement, so of two that come at once, at whichever controllers, one is taken. */
export function takeCodesOnce(db: Database) {
  return createAuthMiddleware(async (context) => {
    if (context.path !== '/two-factor/verify-totp') return
    const personId = await personOf(context)
    const stored = personId === null ? null : await findSecret(db, personId)
    if (personId === null || stored === null) return
    const key = context.context.secretConfig
    const secret = await symmetricDecrypt({ key, data: stored })
    const step = stepOf(String(context.body?.code), secret, new Date())
    if (step === null || (await useStep(db, personId, step))) return
    throw APIError.from('UNAUTHORIZED', CODE_USED)
  })
}

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Whose code it would be, as the library has it: of the session, else of whoever has shown a password. */
async function personOf(context: Context): Promise<number | null> {
  const session = await getAuthoritativeSessionFromCtx(context)
  if (session !== null) return Number(session.user.id)
  const { createAuthCookie, internalAdapter, secret } = context.context
  const begun = await context.getSignedCookie(createAuthCookie('two_factor').name, secret)
  if (!begun) return null
  const found = await internalAdapter.findVerificationValue(begun)
  return found === null ? null : Number(found.value)
}

/** @param secret as the library makes it: its letters are the key
 *  @param at by the clock of this machine, which the library goes by too
 *  @returns the step of time (RFC 6238) whose code it is, null: of none that is taken now */
export function stepOf(code: string, secret: string, at: Date): number | null {
  const present = Math.floor(at.getTime() / STEP_MS)
  const steps = STEPS_AROUND.map((around) => present + around)
  return steps.find((step) => codeOf(secret, step) === code) ?? null
}

/** Six digits (RFC 4226, 5.3). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}
