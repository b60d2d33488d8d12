import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@sightline/shared/logger'
import type { Database } from '../../../controller/src/db/pool.ts'
import { openDatabase } from '../../../controller/src/db/pool.ts'
import { firstRunFile } from '../../../controller/src/supervisor/greeting/first-run.ts'
import { readJsonFile } from '../../../controller/src/supervisor/json-file.ts'
import {
  databaseFolder,
  readPassword,
} from '../../../controller/src/supervisor/postgres/cluster.ts'
import { superuserUrl } from '../../../controller/src/supervisor/postgres/roles.ts'
import { readRuntimeState } from '../../../controller/src/supervisor/runtime-file.ts'
import type { ApiCalls } from '../api-calls.ts'
import { createApiCalls } from '../api-calls.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 20_000

/** One installation as people start it. */
export interface StartedInstallation {
  /** npm, which has started all the others. */
  readonly pid: number
  readonly api: ApiCalls
  readonly db: Database
  readonly stop: () => Promise<void>
}

/** Runs `npm start` on an empty data folder, and waits until it says that everything is there.
 *  @throws with what it wrote when it ends before */
export async function startInstallation(
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
): Promise<StartedInstallation> {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      SIGHTLINE_DATA_DIR: dataFolder,
      SIGHTLINE_SYSTEM_PACKAGES: '0',
      PORT: '0',
      SIGHTLINE_GRPC_PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = new Promise<void>((resolve) => npm.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    npm.kill('SIGTERM')
    const isOver = await Promise.race([
      exited.then(() => true),
      delay(STOP_LIMIT_MS, false, { ref: false }),
    ])
    if (!isOver) throw new Error(`npm start (process ${npm.pid}) did not stop:\n${output}`)
  }
  const untilMs = performance.now() + START_LIMIT_MS
  while (!existsSync(firstRunFile(dataFolder))) {
    if (npm.exitCode !== null || performance.now() > untilMs) {
      await stop()
      throw new Error(`npm start did not come up:\n${output}`)
    }
    await delay(100)
  }
  const { apiKey } = readJsonFile(firstRunFile(dataFolder)) as { apiKey: string }
  const state = readRuntimeState(dataFolder)
  const password = readPassword(databaseFolder(dataFolder), 'superuser') ?? ''
  const db = openDatabase(
    superuserUrl(state?.databasePort ?? 0, password),
    createLogger('bench', 'error'),
    { max: 1 },
  )
  return {
    pid: npm.pid ?? 0,
    api: createApiCalls(state?.url ?? '', () => Promise.resolve(apiKey)),
    db,
    async stop() {
      await db.close()
      await stop()
    },
  }
}
