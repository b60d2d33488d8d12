import { AppError } from '@sightline/shared/errors'
import type { Database } from '../db/pool.ts'
import type { OwnWorkspaceRow, PersonRow } from '../db/people.ts'
import { readPersonById, readWorkspacesOf, updatePerson } from '../db/people.ts'
import type { PersonSessionRow } from '../db/person-sessions.ts'
import {
  chooseSessionWorkspace,
  deleteOtherSessions,
  deletePersonSession,
  extendSession,
  readPersonSessions,
} from '../db/person-sessions.ts'
import { findOperatorRole, findWorkspaceById } from '../db/workspaces.ts'
import type { Permissions } from './roles.ts'
import { permissionsOf } from './roles.ts'
import { SESSION_SECONDS } from './sign-in/session-cookie.ts'

/** Who is signed in, and in which session. */
export interface SignedInPerson {
  readonly sessionId: number
  readonly personId: number
  /** null: they belong to none. */
  readonly workspaceId: number | null
  readonly role: string | null
}

/** Somebody who is signed in, and what they may do where they are. */
export interface OwnAccount {
  readonly person: Omit<PersonRow, 'timeZone' | 'secondFactor'> & { readonly zone: string | null }
  readonly workspace: { readonly id: string; readonly name: string; readonly tier: string } | null
  readonly role: string | null
  readonly permissions: Permissions & {
    /** Make workspaces: for those who run the installation. */
    readonly makeWorkspaces: boolean
  }
  readonly workspaces: readonly OwnWorkspaceRow[]
  readonly secondFactor: boolean
}

/** What somebody sees and changes of themselves. */
export interface OwnAccounts {
  /** @throws AppError unauthorized when the person was removed meanwhile */
  readonly read: (who: SignedInPerson) => Promise<OwnAccount>
  readonly change: (
    who: SignedInPerson,
    change: { name?: string | undefined; zone?: string | null | undefined },
  ) => Promise<void>
  /** @throws AppError notFound when they do not belong to it */
  readonly chooseWorkspace: (who: SignedInPerson, workspaceId: string) => Promise<void>
  readonly sessions: (who: SignedInPerson) => Promise<PersonSessionRow[]>
  /** @throws AppError notFound when they have no such session */
  readonly endSession: (who: SignedInPerson, id: string) => Promise<void>
  /** @returns how many there were */
  readonly endOtherSessions: (who: SignedInPerson) => Promise<number>
  /** Lets a session that is used last on: once a day.
   *  @returns whether its cookie has to be sent again */
  readonly extend: (who: SignedInPerson) => Promise<boolean>
}

const DAY_MS = 86_400_000

export function createOwnAccounts({ db, now }: { db: Database; now: () => Date }): OwnAccounts {
  return {
    read: (who) => readAccount(db, who),
    async change({ personId }, { name, zone }) {
      await updatePerson(db, personId, { name, timeZone: zone })
    },
    async chooseWorkspace({ sessionId }, workspaceId) {
      if (await chooseSessionWorkspace(db, sessionId, workspaceId)) return
      throw new AppError('notFound', 'You belong to no workspace with that id.')
    },
    sessions: ({ personId, sessionId }) => readPersonSessions(db, personId, sessionId, now()),
    async endSession({ personId }, id) {
      if (await deletePersonSession(db, personId, id)) return
      throw new AppError('notFound', 'You have no session with that id.')
    },
    endOtherSessions: ({ personId, sessionId }) => deleteOtherSessions(db, personId, sessionId),
    extend({ sessionId }) {
      const at = now()
      const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1_000)
      const ifBefore = new Date(at.getTime() - DAY_MS)
      return extendSession(db, { sessionId, expiresAt, now: at, ifBefore })
    },
  }
}

async function readAccount(db: Database, who: SignedInPerson): Promise<OwnAccount> {
  const [person, workspaces, workspace, operator] = await Promise.all([
    readPersonById(db, who.personId),
    readWorkspacesOf(db, who.personId),
    who.workspaceId === null ? null : findWorkspaceById(db, who.workspaceId),
    findOperatorRole(db, who.personId),
  ])
  if (person === null) throw new AppError('unauthorized', 'Your session has ended: sign in again.')
  const { id, name, email, timeZone: zone, secondFactor } = person
  return {
    person: { id, name, email, zone },
    workspace:
      workspace === null
        ? null
        : { id: workspace.publicId, name: workspace.name, tier: workspace.plan },
    role: who.role,
    permissions: { ...permissionsOf(who.role), makeWorkspaces: operator !== null },
    workspaces,
    secondFactor,
  }
}
