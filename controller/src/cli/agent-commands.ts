import { AppError } from '@sightline/shared/errors'
import { peerName } from '@sightline/shared/peer-name'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { RegionCode } from '@sightline/shared/regions'
import type { Command } from 'commander'
import { agentCommand, controllerAddress } from '../agents/controller-address.ts'
import type { RemovedAgent } from '../agents/remove-agent.ts'
import { removeAgent } from '../agents/remove-agent.ts'
import { createAgentToken, listAgentTokens, revokeAgentToken } from '../agents/tokens.ts'
import { versionTrouble } from '../agents/version-trouble.ts'
import type { ListedAgentRow } from '../db/agent-list.ts'
import { readAgents } from '../db/agent-list.ts'
import { readDatabaseTime } from '../db/database-time.ts'
import { readRuntimeState } from '../supervisor/runtime-file.ts'
import { define } from './context.ts'
import { defineList } from './define-list.ts'
import { defineRevoke } from './define-revoke.ts'
import { clockWords, moment } from './output.ts'
import { readName } from './read-name.ts'

/** Adds `agents token create|list|revoke`, `agents list` and `agents remove`. */
export function addAgentCommands(program: Command): void {
  const agents = program.command('agents').description('agents and the tokens they connect with')
  const tokens = agents
    .command('token')
    .description('tokens that let agents of one location connect')

  define<{ region: string; name?: string }>(
    tokens
      .command('create')
      .description('make a token for the agents of a location; it is shown once')
      .requiredOption('--region <code>', 'location code, such as eu-west')
      .option('--name <name>', 'what you call it (default: the location)'),
    'agents token create --region eu-west --name "Dublin rack 4"',
    async ({ db, config, output, options }) => {
      const region = RegionCode.safeParse(options.region)
      if (!region.success) {
        throw new AppError(
          'badRequest',
          `--region is "${options.region}": it ${region.error.issues[0]?.message}`,
        )
      }
      const name = options.name === undefined ? region.data : readName(options.name)
      const made = await createAgentToken(db, {
        region: region.data,
        name,
        now: await readDatabaseTime(db),
      })
      const listened =
        readRuntimeState(config.dataFolder)?.grpc ??
        peerName(config.SIGHTLINE_GRPC_HOST, config.SIGHTLINE_GRPC_PORT)
      const { address, note } = controllerAddress(listened, config.SIGHTLINE_PUBLIC_URL)
      const command = agentCommand(address, made.token, region.data)
      output.show(
        { id: made.id, region: region.data, name, token: made.token, command },
        [
          `Token ${made.id} for agents in ${region.data}. It is shown this once:`,
          '',
          made.token,
          '',
          'Start an agent with it, in a checkout of this project:',
          `  ${command}`,
          ...(note === null ? [] : ['', note]),
        ].join('\n'),
      )
    },
  )

  defineList(
    tokens.command('list').description('list the tokens, without their values'),
    'agents token list',
    {
      read: listAgentTokens,
      columns: {
        ID: (row) => row.id,
        REGION: (row) => row.region,
        NAME: (row) => row.name,
        CREATED: (row) => moment(row.createdAt),
        AGENTS: (row) => String(row.agents),
        'LAST SEEN': (row) => moment(row.lastSeenAt),
        STATE: ({ revokedAt }) =>
          revokedAt === null ? 'in force' : `revoked ${moment(revokedAt)}`,
      },
      none: 'There are no tokens.',
    },
  )

  defineRevoke(
    tokens
      .command('revoke')
      .description('revoke a token: its agents are disconnected at once')
      .argument('<id>', 'id of the token, as "agents token list" shows it'),
    'agents token revoke tok_0123456789abcdefghij',
    {
      noun: 'Token',
      revoke: async (db, id) => revokeAgentToken(db, id, { now: await readDatabaseTime(db) }),
      none: (id) => `There is no token "${id}" in force.`,
    },
  )

  defineList(
    agents.command('list').description('list the agents and whether they live'),
    'agents list',
    {
      read: (db) => readAgents(db, AGENT_LOST_AFTER_MS),
      columns: {
        ID: (row) => row.id,
        REGION: (row) => row.region,
        HOST: (row) => row.hostname,
        VERSION: (row) => row.softwareVersion,
        STATE: ({ live, draining }) => (live ? (draining ? 'draining' : 'live') : 'away'),
        'LAST SEEN': (row) => moment(row.lastSeenAt),
        CLOCK: (row) => clockWords(row.clockOffsetMs),
        TROUBLE: (row, config) =>
          versionTrouble(row.softwareVersion, config.SIGHTLINE_AGENT_MIN_VERSION) ?? troubleOf(row),
      },
      none: 'There is no agent: none ever connected, or all of them were removed.',
    },
  )

  define(
    agents
      .command('remove')
      .description(
        'remove an agent: it is disconnected at once and does not come back with its token',
      )
      .argument('<name>', 'id as "agents list" shows it, or host where no other agent runs'),
    'agents remove agt_0123456789abcdefghij',
    async ({ db, output, positional: [name = ''] }) => {
      const removed = await removeAgent(db, name)
      output.show({ ...removed, removed: true }, removedWords(removed))
    },
  )
}

function removedWords({ id, hostname, region, tokenId, tokenStays }: RemovedAgent): string {
  const revoked =
    tokenId === null ? 'Its token was revoked before.' : `Its token ${tokenId} is revoked.`
  const token = tokenStays
    ? 'Its token stays in force, as others use it too, but does not let this agent in again.'
    : revoked
  return `Agent ${id} on ${hostname} is removed, and other agents of ${region} take over its monitors where there are any. ${token}`
}

/** Why the results of an agent do not count; empty when they do. */
function troubleOf({ selfTestError, quarantinedAt }: ListedAgentRow): string {
  if (selfTestError !== null) return selfTestError
  return quarantinedAt === null
    ? ''
    : `in quarantine since ${moment(quarantinedAt)}: it fails what other locations pass`
}
