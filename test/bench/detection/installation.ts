import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLogger } from '@sightline/shared/logger'
import { createOwnerKey } from '../../../controller/src/accounts/keys.ts'
import { createAgentToken } from '../../../controller/src/agents/tokens.ts'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { startEmbeddedPostgres } from '../../../controller/src/supervisor/postgres/embedded-postgres.ts'
import type { ControllerReady } from '../../../controller/src/supervisor/ready-message.ts'
import type { Program } from '../../helpers/program.ts'
import { startProgram } from '../../helpers/program.ts'
import type { ApiCalls } from '../api-calls.ts'
import { createApiCalls } from '../api-calls.ts'
import type { CleanUp } from './clean-up.ts'
import { createCleanUp } from './clean-up.ts'
import type { MailBox } from './mail-box.ts'
import { openMailBox } from './mail-box.ts'

/** Where an agent runs, when it is not beside the controller. */
export interface AgentPlace {
  /** A command that runs a program there. */
  readonly within: readonly string[]
  /** HOST:PORT of the controller, seen from there. */
  readonly controller: string
}

/** A whole installation as it is run in production: database, controller and agents as processes of
 *  their own, a mail server for its alerts, and an owner who gets them. */
export interface Installation {
  readonly db: Database
  readonly api: ApiCalls
  readonly mailBox: MailBox
  readonly grpcPort: number
  readonly startAgent: (
    region: string,
    place?: AgentPlace,
    environment?: Readonly<Record<string, string>>,
  ) => Promise<Program<unknown>>
  /** What the controller wrote. */
  readonly output: () => string
  readonly controllerPid: number
  readonly postgresVersion: string
  readonly stop: () => Promise<void>
}

/** The owner has an address only after signing up, as people do. */
async function signUp(signUpUrl: string): Promise<void> {
  const token = new URL(signUpUrl).searchParams.get('token') ?? ''
  const person = { email: 'owner@bench.test', name: 'Owner', password: 'a long enough password' }
  const body = new URLSearchParams({ token, ...person })
  const answer = await fetch(new URL('/sign-up', signUpUrl), { method: 'POST', body })
  if (!answer.ok) throw new Error(`the owner could not sign up: ${answer.status}`)
}

async function assemble(
  targetRanges: string,
  cleanUp: CleanUp,
  ofController: Readonly<Record<string, string>>,
): Promise<Installation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'))
  cleanUp.add(() => rm(folder, { recursive: true, force: true }))
  // With full durability: a commit that waits for the disk is part of what is measured.
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres') })
  cleanUp.add(() => postgres.stop(5_000))
  const db = openDatabase(postgres.url, createLogger('bench', 'error'))
  cleanUp.add(db.close)
  const mailBox = await openMailBox()
  cleanUp.add(mailBox.stop)
  const controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    DATABASE_URL: postgres.url,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_DATA_DIR: path.join(folder, 'controller'),
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: targetRanges,
    SMTP_URL: mailBox.url,
    // For a profile of the controller: NODE_OPTIONS="--cpu-prof --cpu-prof-dir=..."
    NODE_OPTIONS: process.env['SIGHTLINE_BENCH_CONTROLLER_OPTIONS'] ?? '',
    ...ofController,
  })
  cleanUp.add(controller.stop)
  const { url, grpc, firstRun } = controller.ready
  if (firstRun !== null) await signUp(firstRun.signUpUrl)
  const { rows } = await db.query<{ version: string }>({
    text: `select current_setting('server_version') as version`,
  })
  return {
    db,
    api: createApiCalls(
      url,
      async () => (await createOwnerKey(db, { name: 'bench', now: new Date() })).key,
    ),
    mailBox,
    grpcPort: Number(grpc.slice(grpc.lastIndexOf(':') + 1)),
    async startAgent(region, place = { within: [], controller: grpc }, environment = {}) {
      const { token } = await createAgentToken(db, { region, name: region, now: new Date() })
      const dataDir = path.join(folder, region)
      const agent = await startProgram(
        'agent/src/main.ts',
        ['--region', region, '--controller', place.controller, '--data-dir', dataDir],
        {
          SIGHTLINE_AGENT_TOKEN: token,
          SIGHTLINE_ALLOW_PRIVATE_TARGETS: targetRanges,
          ...environment,
        },
        place.within,
      )
      cleanUp.add(agent.stop)
      return agent
    },
    output: controller.output,
    controllerPid: controller.pid,
    postgresVersion: rows[0]?.version ?? 'unknown',
    stop: cleanUp.run,
  }
}

/** @param targetRanges private addresses that may be monitored
 *  @param environment of the controller, beside what it needs */
export async function startInstallation(
  targetRanges: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const cleanUp = createCleanUp()
  try {
    return await assemble(targetRanges, cleanUp, environment)
  } catch (error: unknown) {
    await cleanUp.run()
    throw error
  }
}
