import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@sightline/shared/errors'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Command } from 'commander'
import { announceAgentChange } from '../db/agents.ts'
import type { ListedControllerRow } from '../db/drains.ts'
import { drainAgent, drainController, readControllers, readDrainableAgent } from '../db/drains.ts'
import type { Database } from '../db/pool.ts'
import { define } from './context.ts'
import { defineList } from './define-list.ts'
import { clockWords, moment } from './output.ts'

/** A check takes up to a minute, and what agents do on demand half of one. */
const PATIENCE_MS = 120_000

const LOOK_AGAIN_MS = 500

/** Adds `controllers list` and `drain`. */
export function addDrainCommands(program: Command): void {
  defineList(
    program
      .command('controllers')
      .description('controllers that work with the database')
      .command('list')
      .description('list the controllers of the last day, and whether they live'),
    'controllers list',
    {
      read: (db) => readControllers(db, AGENT_LOST_AFTER_MS),
      columns: {
        ID: (row) => row.id,
        HOST: (row) => row.hostname,
        STARTED: (row) => moment(row.startedAt),
        STATE: stateOf,
        AGENTS: (row) => String(row.agents),
        CLOCK: (row) => clockWords(row.clockOffsetMs),
        'LAST SEEN': (row) => moment(row.lastSeenAt),
      },
      none: 'No controller ran in the last day.',
    },
  )

  define(
    program
      .command('drain')
      .description(
        'have an agent or a controller hand over what it does, so that it can be stopped; waits until it has',
      )
      .argument(
        '<id>',
        'id as "agents list" or "controllers list" shows it, or host of a controller',
      ),
    'drain agt_0123456789abcdefghij',
    async ({ db, output, positional: [id = ''] }) => {
      const isAgent = id.startsWith('agt_')
      if (isAgent) await handOverAgent(db, id)
      else await handOverController(db, id)
      const what = isAgent ? 'Agent' : 'Controller'
      output.show(
        { id, drained: true },
        `${what} ${id} has handed over everything: stop it now. Started anew it works again.`,
      )
    },
  )
}

function stateOf({ live, drainingAt, drainedAt }: ListedControllerRow): string {
  if (!live) return 'away'
  if (drainedAt !== null) return 'drained'
  return drainingAt === null ? 'live' : 'draining'
}

/** @throws AppError when it is not there, or nobody could take over */
async function handOverAgent(db: Database, id: string): Promise<void> {
  const agent = await readDrainableAgent(db, id, AGENT_LOST_AFTER_MS)
  if (agent?.live !== true) throw new AppError('notFound', `There is no agent "${id}" that lives.`)
  if (agent.others === 0) {
    throw new AppError(
      'conflict',
      `No other agent of ${agent.region} could take over the checks of this one: start another first, or stop this one as it is.`,
    )
  }
  await drainAgent(db, id)
  await announceAgentChange(db)
  await until(async () => {
    const now = await readDrainableAgent(db, id, AGENT_LOST_AFTER_MS)
    return now?.live !== true || !now.isDraining || now.left === 0
  }, `Agent ${id} still has checks`)
}

/** @param name its id, or its host where no other controller runs there
 *  @throws AppError when it is not there, or nobody could take over */
async function handOverController(db: Database, name: string): Promise<void> {
  const living = (await readControllers(db, AGENT_LOST_AFTER_MS)).filter(({ live }) => live)
  const id = livingController(living, name)
  if (!living.some((other) => other.id !== id && other.drainingAt === null)) {
    throw new AppError(
      'conflict',
      'No other controller could take over from this one: start another first, or stop this one as it is.',
    )
  }
  await drainController(db, id)
  await announceAgentChange(db)
  await until(async () => {
    const now = await readControllers(db, AGENT_LOST_AFTER_MS)
    const its = now.find((controller) => controller.id === id)
    return its?.live !== true || its.drainedAt !== null
  }, `Controller ${id} still has agents or jobs`)
}

/** @throws AppError when there is none of this name, or more than one */
function livingController(living: readonly ListedControllerRow[], name: string): string {
  const all = living.filter(({ id, hostname }) => id === name || hostname === name)
  // One that has handed over may be the one that ran there before.
  const working = all.filter(({ drainedAt }) => drainedAt === null)
  const named = working.length > 0 ? working : all
  const [controller] = named
  if (controller === undefined) {
    throw new AppError(
      'notFound',
      `There is no controller "${name}" that lives. An agent is named by its id, as "agents list" shows it.`,
    )
  }
  if (named.length > 1) {
    throw new AppError(
      'conflict',
      `${named.length} controllers live on "${name}": name one by its id, as "controllers list" shows it.`,
    )
  }
  return controller.id
}

async function until(isOver: () => Promise<boolean>, what: string): Promise<void> {
  const limitMs = performance.now() + PATIENCE_MS
  while (!(await isOver())) {
    if (performance.now() > limitMs) {
      throw new AppError(
        'unavailable',
        `${what} after ${PATIENCE_MS / 1_000} s. It goes on handing over: ask again, or stop it as it is.`,
      )
    }
    await delay(LOOK_AGAIN_MS)
  }
}
