import { AppError } from '@sightline/shared/errors'
import { Argument, Option } from 'commander'
import type { Command } from 'commander'
import { z } from 'zod'
import { changeAddress } from '../accounts/email-change.ts'
import { renewSignUpLink } from '../accounts/installation.ts'
import {
  createOwnerKey,
  createRoleKey,
  createUnlinkedKey,
  listKeys,
  revokeKey,
} from '../accounts/keys.ts'
import type { KeyState } from '../accounts/keys.ts'
import { makePasswordLink } from '../accounts/password-link.ts'
import type { PlanTier } from '../accounts/plans.ts'
import { PLANS } from '../accounts/plans.ts'
import type { Role } from '../accounts/roles.ts'
import { ROLES } from '../accounts/roles.ts'
import { setPlan } from '../accounts/workspaces.ts'
import { findPersonByEmail } from '../db/people.ts'
import { removeSecondFactor } from '../db/second-factors.ts'
import { readDatabaseTime } from '../db/database-time.ts'
import { define } from './context.ts'
import { defineList } from './define-list.ts'
import { defineRevoke } from './define-revoke.ts'
import { readExpiry } from './expiry.ts'
import { moment } from './output.ts'
import { readName } from './read-name.ts'
import { webAddress } from './web-address.ts'

/** Adds `sign-up-link`, `reset-password`, `change-email`, `remove-second-factor`, `keys create|list|revoke` and
 *  `plan set`. */
export function addAccountCommands(program: Command): void {
  addSignUpLink(program)
  addResetPassword(program)
  addChangeEmail(program)
  addRemoveSecondFactor(program)
  addKeyCommands(program.command('keys').description('API keys'))
  addPlanCommand(program.command('plan').description('plans of workspaces'))
}

function addSignUpLink(program: Command): void {
  define(
    program
      .command('sign-up-link')
      .description("make a new one-time link to make the owner's account with"),
    'sign-up-link',
    async ({ db, config, output }) => {
      const link = await renewSignUpLink(db, { now: await readDatabaseTime(db) })
      if (link === null) {
        throw new AppError(
          'conflict',
          'The owner already has an account: there is no link to make.',
        )
      }
      const signUpUrl = `${webAddress(config)}/sign-up?token=${link.token}`
      output.show(
        { signUpUrl, expiresAt: link.expiresAt },
        [
          `Make the owner's account with this link. It works once, for 24 hours (until ${moment(link.expiresAt)});`,
          'those made earlier no longer do, the one in first-run.json included:',
          '',
          signUpUrl,
        ].join('\n'),
      )
    },
  )
}

function addResetPassword(program: Command): void {
  define(
    program
      .command('reset-password')
      .description('make a one-time link by which somebody chooses another password')
      .argument('<email>', 'address that they sign in with'),
    'reset-password ada@example.com',
    async ({ db, config, output, positional: [email = ''] }) => {
      const link = await makePasswordLink(db, email, await readDatabaseTime(db))
      if (link === null) {
        throw new AppError('notFound', `There is no account of the address "${email}".`)
      }
      const resetUrl = `${webAddress(config)}/reset-password?token=${link.token}`
      output.show(
        { resetUrl, expiresAt: link.expiresAt },
        [
          `Give this link to whoever has ${email}. It works once, for an hour (until ${moment(link.expiresAt)}),`,
          'and ends every session of theirs:',
          '',
          resetUrl,
        ].join('\n'),
      )
    },
  )
}

function addChangeEmail(program: Command): void {
  define(
    program
      .command('change-email')
      .description('give somebody another address, where no mail can confirm it')
      .argument('<email>', 'address that they sign in with')
      .argument('<new-email>', 'the one that they sign in with from now on'),
    'change-email ada@example.com ada.lovelace@example.com',
    async ({ db, output, positional: [email = '', newEmail = ''] }) => {
      const to = newEmail.trim().toLowerCase()
      if (!z.email().max(254).safeParse(to).success) {
        throw new AppError('badRequest', `"${newEmail}" is no e-mail address.`)
      }
      await db.transaction(async (tx) => {
        const personId = await findPersonByEmail(tx, email.trim().toLowerCase())
        if (personId === null) {
          throw new AppError('notFound', `There is no account of the address "${email}".`)
        }
        await changeAddress(tx, { personId, to })
      })
      output.show(
        { email: to },
        `${email} signs in with ${to} from now on. Make sure it is them who asked.`,
      )
    },
  )
}

function addRemoveSecondFactor(program: Command): void {
  define(
    program
      .command('remove-second-factor')
      .description('let somebody sign in without a code who has lost what makes them')
      .argument('<email>', 'address that they sign in with'),
    'remove-second-factor ada@example.com',
    async ({ db, output, positional: [email = ''] }) => {
      if (!(await removeSecondFactor(db, email.trim().toLowerCase()))) {
        throw new AppError('notFound', `There is no second factor of the address "${email}".`)
      }
      output.show(
        { email },
        `${email} signs in with the password alone from now on. Make sure it is them who asked.`,
      )
    },
  )
}

function addKeyCommands(keys: Command): void {
  define<{ name: string; role?: Role; unlinked?: boolean; expires?: string }>(
    keys
      .command('create')
      .description('make an API key of the owner, of another role, or of no account')
      .option('--name <name>', 'what you call it', 'Command line')
      .addOption(new Option('--role <role>', 'what it may do (default: owner)').choices(ROLES))
      .option('--unlinked', 'linked to no account: analysis and crawl only, free allowance')
      .option('--expires <when>', 'when it ends: 90d, 12h, 2027-01-31 (default: never)'),
    'keys create --name "CI pipeline" --role viewer --expires 90d',
    async ({ db, output, options }) => {
      const { role, unlinked = false } = options
      if (unlinked && role !== undefined) {
        throw new AppError('badRequest', '--unlinked and --role exclude each other.')
      }
      const now = await readDatabaseTime(db)
      const expiresAt = options.expires === undefined ? null : readExpiry(options.expires, now)
      const name = readName(options.name)
      const given = { name, now, expiresAt }
      const made = unlinked
        ? await createUnlinkedKey(db, given)
        : role === undefined
          ? await createOwnerKey(db, given)
          : await createRoleKey(db, { ...given, role })
      const kind = unlinked ? 'linked to no account' : `with the role ${role ?? 'owner'}`
      const until = expiresAt === null ? '' : `, good until ${moment(expiresAt)}`
      output.show(
        { ...made, name, role: unlinked ? null : (role ?? 'owner'), expiresAt },
        `Key ${made.id}, ${kind}${until}. It is shown this once:\n\n${made.key}`,
      )
    },
  )

  defineList(
    keys.command('list').description('list the keys, newest first, without their values'),
    'keys list',
    {
      read: async (db) => listKeys(db, null, await readDatabaseTime(db)),
      columns: {
        ID: (row) => row.id,
        NAME: (row) => row.name,
        ROLE: (row) => (row.workspaceId === null ? 'unlinked' : (row.role ?? '-')),
        'LAST FOUR': (row) => row.lastFour,
        CREATED: (row) => moment(row.createdAt),
        'LAST USED': (row) => moment(row.lastUsedAt),
        EXPIRES: (row) => moment(row.expiresAt),
        STATE: ({ revokedAt, state }) =>
          revokedAt === null ? STATE_WORDS[state] : `revoked ${moment(revokedAt)}`,
      },
      none: 'There are no keys.',
    },
  )

  defineRevoke(
    keys
      .command('revoke')
      .description('revoke a key: the next call with it is refused')
      .argument('<id>', 'id of the key, as "keys list" shows it'),
    'keys revoke key_0123456789abcdefghij',
    {
      noun: 'Key',
      revoke: async (db, id) => revokeKey(db, null, id, await readDatabaseTime(db)),
      none: (id) => `There is no key "${id}" that could be revoked: "keys list" shows their ids.`,
    },
  )
}

const STATE_WORDS = {
  inForce: 'in force',
  expired: 'expired',
  revoked: 'revoked',
  personLeft: 'refused: its person left the workspace',
} as const satisfies Record<KeyState, string>

function addPlanCommand(plan: Command): void {
  define<{ workspace?: string }>(
    plan
      .command('set')
      .description('put a workspace on a plan; it holds from the next request on')
      .addArgument(new Argument('<tier>', 'the plan').choices(PLANS.map(({ tier }) => tier)))
      .option('--workspace <id>', "the workspace (default: the owner's)"),
    'plan set pro',
    async ({ db, output, options, positional: [tier] }) => {
      const workspace = await setPlan(db, {
        // The argument's choices are the tiers.
        plan: tier as PlanTier,
        ...(options.workspace === undefined ? {} : { workspacePublicId: options.workspace }),
      })
      output.show(
        { id: workspace.publicId, name: workspace.name, plan: workspace.plan },
        `Workspace "${workspace.name}" (${workspace.publicId}) is on the plan ${workspace.plan}.`,
      )
    },
  )
}
