import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import type { ControllerReady } from '../../../controller/src/supervisor/ready-message.ts'
import type { Program } from '../../helpers/program.ts'
import { startProgram } from '../../helpers/program.ts'
import type { CleanUp } from '../detection/clean-up.ts'
import { controllerEnvironment, startDatabase } from '../installation.ts'
import type { Agents, Seat } from './agents.ts'
import { startAgents } from './agents.ts'
import type { MemoryAnswer } from './memory-answer.ts'
import type { Size } from './size.ts'
import { FEW_AGENTS, LONELY_REGION, regionsOf } from './size.ts'

const CONTROLLERS = 2
const AGENT_PROCESSES = 2
const MEMORY_ANSWER = new URL('memory-answer.ts', import.meta.url).href

/** Two controllers on a database, and processes of agents that are not connected yet. */
export interface FleetInstallation {
  readonly db: Database
  readonly postgres: { readonly pid: number; readonly version: string }
  readonly controllers: readonly Program<ControllerReady>[]
  readonly agents: Agents
  /** A new agent's; controllers take turns. */
  readonly seatIn: (region: string) => Seat
  /** What the controllers hold, each, bytes. */
  readonly usedBytes: () => Promise<number[]>
}

export async function startFleet(size: Size, cleanUp: CleanUp): Promise<FleetInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startDatabase(folder)
  cleanUp.add(() => postgres.stop(5_000))
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  cleanUp.add(() => db.close())
  const controllers: Program<ControllerReady>[] = []
  for (let count = 0; count < CONTROLLERS; count += 1) {
    const environment = {
      ...controllerEnvironment(folder, postgres.url),
      NODE_OPTIONS: `--import=${MEMORY_ANSWER} ${process.env['BENCH_FLEET_NODE_OPTIONS'] ?? ''}`,
    }
    const controller = await startProgram<ControllerReady>(
      'controller/src/main.ts',
      [],
      environment,
    )
    controllers.push(controller)
    cleanUp.add(() => controller.stop())
    cleanUp.add(() => tellOutput(controller))
  }
  const agents = await startAgents(AGENT_PROCESSES)
  cleanUp.add(agents.stop)
  const { rows } = await db.query<{ version: string }>({
    text: `select current_setting('server_version') as version`,
  })
  return {
    db,
    postgres: { pid: postgres.pid, version: rows[0]?.version ?? 'unknown' },
    controllers,
    agents,
    seatIn: createSeats(controllers, await makeTokens(db, [...regionsOf(size), LONELY_REGION])),
    async usedBytes() {
      const answers = await Promise.all(controllers.map((each) => each.ask({ tell: 'memory' })))
      return answers.map((answer) => (answer as MemoryAnswer).usedBytes)
    },
  }
}

/** Warnings say what went wrong where a figure is bad. */
function tellOutput(controller: Program<ControllerReady>): void {
  const lines = controller.output().trim().split('\n').filter(Boolean)
  for (const line of lines.slice(0, 5)) console.log(`  controller: ${line.slice(0, 400)}`)
  if (lines.length > 5) console.log(`  controller: and ${lines.length - 5} lines more`)
}

async function makeTokens(db: Database, regions: readonly string[]): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  for (const region of regions) {
    const { token } = await createAgentToken(db, { region, name: region, now: new Date() })
    tokens.set(region, token)
  }
  return tokens
}

function createSeats(
  controllers: readonly Program<ControllerReady>[],
  tokens: ReadonlyMap<string, string>,
): FleetInstallation['seatIn'] {
  let seats = 0
  return (region) => {
    seats += 1
    return {
      region,
      place: Number(region.split('-').at(-1)) - 1 || 0,
      address: controllers[seats % controllers.length]?.ready.grpc ?? '',
      token: tokens.get(region) ?? '',
      from: `127.3.${Math.floor(seats / 250)}.${(seats % 250) + 1}`,
    }
  }
}

/** Few agents in the first region, the others in equal parts in the rest. */
export function seatsOf(size: Size, seatIn: FleetInstallation['seatIn']): Seat[] {
  const [first = '', ...others] = regionsOf(size)
  const many = Array.from(
    { length: size.agents - FEW_AGENTS },
    (_, index) => others[index % others.length] ?? first,
  )
  return [...Array<string>(FEW_AGENTS).fill(first), ...many].map(seatIn)
}
