import { AppError } from '@sightline/shared/errors'
import type { InvitationLinkRow, InvitationRow } from '../db/invitations.ts'
import {
  acceptInvitation,
  deleteInvitation,
  findInvitation,
  keepInvitation,
  readInvitations,
} from '../db/invitations.ts'
import { addMembership } from '../db/memberships.ts'
import { insertPerson, isMember, updatePersonAccount } from '../db/people.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { isUniqueViolation } from '../db/pool.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { hashSecret, newSignUpToken } from '../secrets/secret-tokens.ts'
import type { AccountMail } from './account-mail.ts'
import type { Manager } from './members.ts'
import { mayNotManage, ownersAlone } from './members.ts'
import { hashPassword } from './passwords.ts'
import type { Role } from './roles.ts'
import { mayGive, mayManagePeople, ROLES } from './roles.ts'

/** How long a link works. */
const LINK_MS = 7 * 86_400_000

/** Open invitations of a workspace. */
export const MAX_INVITATIONS = 100

/** An invitation that nobody has accepted, and whether it still can be. */
export type OpenInvitation = Omit<InvitationRow, 'inviterRole'> & {
  readonly state: 'usable' | 'expired' | 'lapsed'
}

/** An invitation just made: the only moment its link can be read. */
export interface NewInvitation {
  readonly invitation: OpenInvitation
  readonly link: string
  /** Whether it was mailed too. */
  readonly mailed: boolean
}

/** What a link is good for, and for whom. Lapsed: who made it could not give that role now. */
export type InvitationLink =
  | { readonly state: 'unknown' }
  | {
      readonly state: 'usable' | 'used' | 'expired' | 'lapsed'
      readonly workspace: string
      readonly email: string
      readonly role: string
      readonly invitedBy: string | null
      readonly expiresAt: Date
      /** Whether there is an account of the address already. */
      readonly hasAccount: boolean
    }

/** People asked into workspaces. */
export interface Invitations {
  readonly list: (manager: Manager) => Promise<OpenInvitation[]>
  /** Makes a link, and mails it where there is mail; an earlier one to the same address ends.
   *  @throws AppError forbidden, or conflict when they belong to the workspace or too many are open */
  readonly invite: (
    manager: Manager,
    invited: { readonly email: string; readonly role: Role },
  ) => Promise<NewInvitation>
  /** @throws AppError notFound */
  readonly takeBack: (manager: Manager, id: string) => Promise<void>
  readonly read: (token: string) => Promise<InvitationLink>
  /** Makes the account of somebody new, who belongs to the workspace then.
   *  @returns the address to sign in with
   *  @throws AppError notFound when the link does not work, conflict when there is an account of the address */
  readonly acceptAnew: (
    token: string,
    account: { readonly name: string; readonly password: string },
  ) => Promise<string>
  /** Lets somebody who is signed in join.
   *  @throws AppError notFound when the link does not work, conflict when it is somebody else's */
  readonly acceptAs: (token: string, personId: number) => Promise<void>
}

export function createInvitations(parts: {
  db: Database
  mail: AccountMail
  publicUrl: () => string
  now: () => Date
}): Invitations {
  const { db, now } = parts
  const find = (token: string, tx: Queryable = db) => findInvitation(tx, hashSecret(token))

  return {
    async list(manager) {
      requireManager(manager)
      const rows = await readInvitations(db, manager.workspaceId)
      return rows.map((row) => openInvitation(row, now()))
    },
    invite: (manager, invited) => invite(parts, manager, invited),
    async takeBack(manager, id) {
      requireManager(manager)
      const roles = ROLES.filter((role) => mayGive(manager.role, role))
      if (await deleteInvitation(db, manager.workspaceId, id, roles)) return
      throw new AppError(
        'notFound',
        'There is no open invitation with that id that you could take back.',
      )
    },
    async read(token) {
      const row = await find(token)
      return row === null ? { state: 'unknown' } : linkOf(row, now())
    },
    async acceptAnew(token, { name, password }) {
      // Hashing is dear, so it is not done for those who only guess at tokens.
      requireUsable(await find(token), now())
      const passwordHash = await hashPassword(password)
      return db.transaction(async (tx) => {
        const row = requireUsable(await find(token, tx), now())
        if (row.personId !== null) throw hasAccount(row.email)
        const createdAt = now()
        const personId = await insertPerson(tx, { publicId: newPublicId('psn'), name, createdAt })
        await giveAccount(tx, personId, { email: row.email, name, passwordHash })
        await join(tx, row, personId, createdAt)
        return row.email
      })
    },
    async acceptAs(token, personId) {
      await db.transaction(async (tx) => {
        const row = requireUsable(await find(token, tx), now())
        if (row.personId !== personId) {
          throw new AppError(
            'conflict',
            `This invitation is for ${row.email}: sign in with that address, then open the link again.`,
          )
        }
        await join(tx, row, personId, now())
      })
    },
  }
}

async function invite(
  parts: { db: Database; mail: AccountMail; publicUrl: () => string; now: () => Date },
  manager: Manager,
  { email, role }: { email: string; role: Role },
): Promise<NewInvitation> {
  const { db, mail, publicUrl, now } = parts
  requireManager(manager)
  if (!mayGive(manager.role, role)) throw ownersAlone(role)
  const token = newSignUpToken()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + LINK_MS)
  const row = {
    publicId: newPublicId('inv'),
    email: email.toLowerCase(),
    role,
    createdAt,
    expiresAt,
  }
  const { workspaceId, personId: invitedBy } = manager
  const invitation = await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId)
    await requirePlace(tx, workspaceId, row.email)
    await keepInvitation(tx, { ...row, workspaceId, invitedBy, tokenHash: hashSecret(token) })
    const found = (await readInvitations(tx, workspaceId)).find((each) => each.id === row.publicId)
    if (found === undefined) throw new Error('the invitation was not kept')
    return found
  })
  const link = `${publicUrl()}/invitation?token=${token}`
  const mailed =
    mail.canMail && (await mail.sendInvitation({ to: row.email, role, link, expiresAt, invitedBy }))
  return { invitation: openInvitation(invitation, createdAt), link, mailed }
}

async function requirePlace(tx: Queryable, workspaceId: number, email: string): Promise<void> {
  if (await isMember(tx, workspaceId, email)) {
    throw new AppError('conflict', `${email} belongs to this workspace already.`)
  }
  const open = await readInvitations(tx, workspaceId)
  if (open.length < MAX_INVITATIONS || open.some((each) => each.email === email)) return
  throw new AppError(
    'conflict',
    `There are ${MAX_INVITATIONS} open invitations, which is the most: take one back first.`,
  )
}

function requireManager({ role }: Manager): void {
  if (!mayManagePeople(role)) throw mayNotManage()
}

async function giveAccount(
  tx: Queryable,
  personId: number,
  account: { email: string; name: string; passwordHash: string },
): Promise<void> {
  try {
    await updatePersonAccount(tx, personId, { ...account, isProven: false })
  } catch (error: unknown) {
    if (isUniqueViolation(error, 'people_email')) throw hasAccount(account.email)
    throw error
  }
}

/** One of two who do so at once. */
async function join(
  tx: Queryable,
  { invitationId, workspaceId, role }: InvitationLinkRow,
  personId: number,
  createdAt: Date,
): Promise<void> {
  if (!(await acceptInvitation(tx, invitationId, createdAt))) throw linkGone()
  await addMembership(tx, { workspaceId, personId, role, createdAt })
}

function linkOf(row: InvitationLinkRow, now: Date): InvitationLink {
  const { workspace, email, role, invitedBy, expiresAt } = row
  const state = stateOf(row, now)
  return { state, workspace, email, role, invitedBy, expiresAt, hasAccount: row.personId !== null }
}

function openInvitation({ inviterRole, ...row }: InvitationRow, now: Date): OpenInvitation {
  return { ...row, state: openState({ ...row, inviterRole }, now) }
}

function stateOf(row: InvitationLinkRow, now: Date) {
  return row.acceptedAt === null ? openState(row, now) : 'used'
}

function openState(
  row: Pick<InvitationRow, 'role' | 'inviterRole' | 'expiresAt'>,
  now: Date,
): OpenInvitation['state'] {
  if (row.expiresAt.getTime() <= now.getTime()) return 'expired'
  return mayGive(row.inviterRole, row.role) ? 'usable' : 'lapsed'
}

function requireUsable(row: InvitationLinkRow | null, now: Date): InvitationLinkRow {
  if (row === null || stateOf(row, now) !== 'usable') throw linkGone()
  return row
}

function linkGone(): AppError {
  return new AppError(
    'notFound',
    'This invitation does not work: it was used or taken back, it has expired, or who made it may not invite to that role any more. Ask for a new one.',
  )
}

function hasAccount(email: string): AppError {
  return new AppError(
    'conflict',
    `There is an account of ${email} already: sign in with it, then open the link again.`,
  )
}
