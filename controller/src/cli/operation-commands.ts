import { createLogger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { counted } from '@sightline/shared/counted'
import type { Command } from 'commander'
import type { InstallationStatusRow } from '../db/installation-status.ts'
import { readInstallationStatus } from '../db/installation-status.ts'
import { isRunning } from '../supervisor/processes.ts'
import { readRuntimeState } from '../supervisor/runtime-file.ts'
import { define } from './context.ts'
import { clockWords } from './output.ts'

const READY_TIMEOUT_MS = 3_000

/** Loads what migrates: other commands start without it. */
const loadParts = () => import('../db/migrate.ts')

/** Adds `migrate` and `status`. */
export function addOperationCommands(program: Command): void {
  define(
    program
      .command('migrate')
      .description("bring the database's schema up to this version (npm start does it too)"),
    'migrate',
    async ({ db, output }) => {
      const { migrate } = await loadParts()
      await migrate(db.url, createLogger('migrate', 'warn'))
      const { schemaVersion } = await readInstallationStatus(db, AGENT_LOST_AFTER_MS)
      output.show({ schemaVersion }, `The schema is up to date (version ${schemaVersion}).`)
    },
  )

  define(
    program.command('status').description('what runs, and what the database holds'),
    'status',
    async ({ db, config, output }) => {
      const state = readRuntimeState(config.dataFolder)
      const isStarted = state !== null && isRunning(state.supervisor)
      const url = isStarted ? state.url : null
      const isReady = url !== null && (await answers(`${url}/readyz`))
      const row = await readInstallationStatus(db, AGENT_LOST_AFTER_MS)
      const timescale = row.timescaleVersion === null ? '' : `, TimescaleDB ${row.timescaleVersion}`
      const kind = config.DATABASE_URL === undefined ? 'embedded' : 'DATABASE_URL'
      output.show(
        { started: isStarted, url, ready: isReady, database: kind, ...row },
        [
          `npm start:    ${isStarted ? `runs (process ${state.supervisor.pid})` : 'does not run here'}`,
          `Address:      ${url === null ? '-' : `${url} (${isReady ? 'ready' : 'not ready'})`}`,
          `Database:     PostgreSQL ${row.postgresVersion}${timescale} (${kind}), schema version ${row.schemaVersion}`,
          `Controllers:  ${row.controllersLive} live${clockNote(row.controllerClockOffsetMs)}`,
          `Agents:       ${row.agentsLive} live of ${row.agents} known${clockNote(row.agentClockOffsetMs)}`,
          `Monitors:     ${row.monitors}, ${row.monitorsDown} down`,
          ...judgingLines(row),
        ].join('\n'),
      )
    },
  )
}

/** What is said of the clock that is furthest off; empty when all are right. */
function clockNote(aheadMs: number | null): string {
  const words = clockWords(aheadMs)
  return words === 'right' || words === '-' ? '' : `; the clock of one is off by ${words}`
}

/** Nothing where the decision rule never failed. */
function judgingLines({
  judgingFaults,
  judgingFaultAt,
  unjudged,
}: InstallationStatusRow): string[] {
  if (judgingFaultAt === null) return []
  const last = judgingFaultAt.toISOString()
  return [
    `Not judged:   ${counted(judgingFaults, 'result')} when they came, the last at ${last}; ${unjudged} wait to be judged again`,
  ]
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}
