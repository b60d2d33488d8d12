import { AppError } from '@sightline/shared/errors'
import { Argument, Option } from 'commander'
import type { Command } from 'commander'
import { renewSignUpLink } from '../accounts/installation.ts'
import { createOwnerKey, createRoleKey, createUnlinkedKey } from '../accounts/keys.ts'
import type { PlanTier } from '../accounts/plans.ts'
import { PLANS } from '../accounts/plans.ts'
import type { Role } from '../accounts/roles.ts'
import { ROLES } from '../accounts/roles.ts'
import { setPlan } from '../accounts/workspaces.ts'
import { define } from './context.ts'
import { webAddress } from './web-address.ts'

/** Adds `sign-up-link`, `keys create` and `plan set`. */
export function addAccountCommands(program: Command): void {
  define(
    program
      .command('sign-up-link')
      .description("make a new one-time link to make the owner's account with"),
    'sign-up-link',
    async ({ db, config, output }) => {
      const token = await renewSignUpLink(db, { now: new Date() })
      if (token === null) {
        throw new AppError(
          'conflict',
          'The owner already has an account: there is no link to make.',
        )
      }
      const signUpUrl = `${webAddress(config)}/sign-up?token=${token}`
      output.show(
        { signUpUrl },
        [
          "Make the owner's account with this link. It works once; those made earlier no longer do,",
          'the one in first-run.json included:',
          '',
          signUpUrl,
        ].join('\n'),
      )
    },
  )

  const keys = program.command('keys').description('API keys')
  define<{ name: string; role?: Role; unlinked?: boolean }>(
    keys
      .command('create')
      .description('make an API key of the owner, of another role, or of no account')
      .option('--name <name>', 'what you call it', 'Command line')
      .addOption(new Option('--role <role>', 'what it may do (default: owner)').choices(ROLES))
      .option('--unlinked', 'linked to no account: analysis and crawl only, free allowance'),
    'keys create --name "CI pipeline" --role viewer',
    async ({ db, output, options }) => {
      const { role, unlinked = false } = options
      if (unlinked && role !== undefined) {
        throw new AppError('badRequest', '--unlinked and --role exclude each other.')
      }
      const given = { name: options.name, now: new Date() }
      const made = unlinked
        ? await createUnlinkedKey(db, given)
        : role === undefined
          ? await createOwnerKey(db, given)
          : await createRoleKey(db, { ...given, role })
      const kind = unlinked ? 'linked to no account' : `with the role ${role ?? 'owner'}`
      output.show(
        { ...made, name: options.name, role: unlinked ? null : (role ?? 'owner') },
        `Key ${made.id}, ${kind}. It is shown this once:\n\n${made.key}`,
      )
    },
  )

  const plan = program.command('plan').description('plans of workspaces')
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
