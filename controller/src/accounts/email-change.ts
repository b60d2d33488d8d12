import { createHash } from 'node:crypto'
import { AppError } from '@sightline/shared/errors'
import { findPersonByEmail, readPersonById, updatePersonEmail } from '../db/people.ts'
import { readPasswordHash } from '../db/person-accounts.ts'
import {
  deleteVerificationsOf,
  findVerification,
  insertVerification,
} from '../db/person-verifications.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { isUniqueViolation } from '../db/pool.ts'
import { newSignUpToken } from '../secrets/secret-tokens.ts'
import type { AccountMail } from './account-mail.ts'
import { verifyPassword } from './passwords.ts'

/** How long a link works, as all that are mailed to people with an account. */
const LINK_MS = 3_600_000

/** What a mailed link is good for.
 *  - gone: it was used, is over, or the account has another address by now */
export type EmailChangeLink =
  | { readonly state: 'gone' }
  | {
      readonly state: 'usable'
      readonly personId: number
      readonly from: string
      readonly to: string
    }

/** People who change the address that they sign in with, and get alerts at. */
export interface EmailChanges {
  /** Mails a link to the new address; an earlier one ends. Whether somebody else has the address is told to
   *  whoever reads its mail, and to nobody here.
   *  @throws AppError badRequest for a wrong password, conflict where there is no mail or no password */
  readonly ask: (
    personId: number,
    asked: { readonly email: string; readonly password: string },
  ) => Promise<{ readonly email: string; readonly expiresAt: Date }>
  /** Changes nothing. */
  readonly read: (token: string) => Promise<EmailChangeLink>
  /** Changes the address, and tells the one before. Only to whoever is signed in to the account: nobody who is
   *  mailed a link by a stranger makes that account theirs with it.
   *  @throws AppError badRequest when the link does not work, conflict when it is another account's, or the address is */
  readonly confirm: (token: string, personId: number) => Promise<{ readonly email: string }>
}

export function createEmailChanges(parts: {
  readonly db: Database
  readonly mail: AccountMail
  readonly publicUrl: () => string
  readonly now: () => Date
}): EmailChanges {
  const { db, mail, publicUrl, now } = parts

  async function read(token: string, tx: Queryable = db): Promise<EmailChangeLink> {
    const row = await findVerification(tx, identifierOf(token), now())
    const kept = row === null ? null : unpack(row.value)
    if (kept === null) return { state: 'gone' }
    const person = await readPersonById(tx, kept.personId)
    return person?.email === kept.from ? { state: 'usable', ...kept } : { state: 'gone' }
  }

  return {
    async ask(personId, asked) {
      if (!mail.canMail) throw noMail()
      const to = asked.email.trim().toLowerCase()
      const from = await requirePassword(db, personId, asked.password)
      if (from === to) throw new AppError('conflict', `Your account has the address ${to} already.`)
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + LINK_MS)
      const token = newSignUpToken()
      await db.transaction(async (tx) => {
        await deleteVerificationsOf(tx, personId, 'emailChange')
        const identifier = identifierOf(token)
        const value = pack({ personId, from, to })
        await insertVerification(tx, { identifier, value, createdAt, expiresAt })
      })
      const isTaken = (await findPersonByEmail(db, to)) !== null
      const isSent = isTaken
        ? await mail.sendAddressTaken({ to, host: new URL(publicUrl()).host })
        : await mail.sendEmailChange({
            to,
            link: `${publicUrl()}/confirm-email?token=${token}`,
            expiresAt,
            personId,
          })
      if (isSent) return { email: to, expiresAt }
      throw new AppError(
        'unavailable',
        `No mail could be sent to ${to}: look whether the address is right, and try again shortly.`,
      )
    },
    read: (token) => read(token),
    async confirm(token, personId) {
      const change = await db.transaction(async (tx) => {
        const link = await read(token, tx)
        if (link.state === 'gone') throw gone()
        if (link.personId !== personId) throw ofAnother(link.from)
        await changeAddress(tx, link)
        return link
      })
      const host = new URL(publicUrl()).host
      await mail.tellEmailChanged({
        to: change.from,
        email: change.to,
        host,
        at: now(),
        personId,
      })
      return { email: change.to }
    },
  }
}

/** Gives somebody another address; whatever was mailed to the one before works no more.
 *  @throws AppError conflict when somebody else has it */
export async function changeAddress(
  tx: Queryable,
  { personId, to }: { readonly personId: number; readonly to: string },
): Promise<void> {
  try {
    await updatePersonEmail(tx, personId, to)
  } catch (error: unknown) {
    if (!isUniqueViolation(error, 'people_email')) throw error
    throw new AppError('conflict', `There is another account of the address ${to}.`)
  }
  await deleteVerificationsOf(tx, personId, 'emailChange')
  await deleteVerificationsOf(tx, personId, 'passwordReset')
}

/** @returns the present address */
async function requirePassword(db: Queryable, personId: number, password: string): Promise<string> {
  const [person, hash] = await Promise.all([
    readPersonById(db, personId),
    readPasswordHash(db, personId),
  ])
  if (person === null) throw new AppError('unauthorized', 'Your session has ended: sign in again.')
  if (hash === null) {
    throw new AppError(
      'conflict',
      'This account has no password: set one first, by "Forgot your password?" where you sign in.',
    )
  }
  if (await verifyPassword(password, hash)) return person.email
  throw new AppError('badRequest', 'The field "password" is not right.')
}

const PURPOSE = 'change-email'

/** The link itself is nowhere: only its hash, as better-auth keeps those that it mails. */
const identifierOf = (token: string): string =>
  createHash('sha256').update(`${PURPOSE}:${token}`).digest('base64url')

const pack = (kept: { personId: number; from: string; to: string }): string =>
  [kept.personId, PURPOSE, kept.from, kept.to].join('\n')

function unpack(value: string): { personId: number; from: string; to: string } | null {
  const [personId, purpose, from, to] = value.split('\n')
  if (purpose !== PURPOSE || from === undefined || to === undefined) return null
  return { personId: Number(personId), from, to }
}

const gone = (): AppError =>
  new AppError(
    'badRequest',
    'This link does not work: it was used, or it has expired. Ask for a new one in the app.',
  )

const ofAnother = (email: string): AppError =>
  new AppError(
    'conflict',
    `This link is for the account of ${email}: sign in with that address, then open the link again.`,
  )

const noMail = (): AppError =>
  new AppError(
    'conflict',
    'This installation sends no mail, so no new address can be confirmed: ask whoever runs it to change yours ("npm run cli -- change-email").',
  )
