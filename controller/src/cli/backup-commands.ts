import type { Command } from 'commander'
import { EnvironmentError } from '@sightline/shared/environment'
import { createLogger } from '@sightline/shared/logger'
import type { KeyPlace } from '../backup/back-up.ts'
import type { Manifest } from '../backup/manifest.ts'
import { DatabaseUrl } from '../config.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { define, defineWithout } from './context.ts'
import { requireEmbeddedDatabase, withOwnDatabase } from './database.ts'
import type { Output } from './output.ts'

/** Loads what copies: other commands start without it. */
const loadParts = () => import('./backup-parts.ts')

/** Adds `backup`, `restore` and `move-to`. */
export function addBackupCommands(program: Command): void {
  addBackup(program)
  addRestore(program)
  addMove(program)
}

function addBackup(program: Command): void {
  define<{ to: string }>(
    program
      .command('backup')
      .description('write the database and the secret key to one file, while everything runs')
      .requiredOption('--to <file>', 'the file, which must not be there yet'),
    'backup --to sightline.tar',
    async ({ config, db, output, options: { to } }) => {
      const { backUp, sizeWords } = await loadParts()
      const { path, bytes, manifest } = await backUp(db.url, to, keyPlaceOf(config))
      output.show(
        { file: path, bytes, ...figuresOf(manifest) },
        [
          `${path} (${sizeWords(bytes)}) holds ${rowsOf(manifest)}, as of ${manifest.takenAt}.`,
          manifest.keys.areIncluded
            ? 'The secret key is in it: whoever has the file can read every stored password and token.'
            : 'The secret key is not in it: keep what SIGHTLINE_SECRET_KEY is set to as well.',
        ].join('\n'),
      )
    },
    true,
  )
}

function addRestore(program: Command): void {
  defineWithout<{ from: string; databaseUrl?: string }>(
    program
      .command('restore')
      .description('fill an empty data folder, or an empty database, from a file that backup wrote')
      .requiredOption('--from <file>', 'the file')
      .option('--database-url <url>', 'the empty database (default: DATABASE_URL, else embedded)'),
    'restore --from sightline.tar',
    async ({ config, output, options: { from, databaseUrl } }) => {
      const { openArchive, refuseTooLittleRoomToRestore, restore } = await loadParts()
      const url = databaseUrl === undefined ? config.DATABASE_URL : postgresUrl(databaseUrl)
      const archive = await openArchive(from)
      try {
        const { manifest } = archive
        const log = createLogger('restore', 'error')
        const fill = (target: Parameters<typeof restore>[0]): Promise<void> =>
          restore(target, archive, keyPlaceOf(config), log)
        if (url === undefined) {
          await withOwnDatabase(config.dataFolder, async (target) => {
            await refuseTooLittleRoomToRestore(config.dataFolder, manifest)
            await fill(target)
          })
        } else await fill({ url, renew: null })
        output.show(
          figuresOf(manifest),
          `Restored ${rowsOf(manifest)}, as of ${manifest.takenAt}, and compared them table by table. ${nextStep(config, databaseUrl)}`,
        )
      } finally {
        await archive.close()
      }
    },
  )
}

function addMove(program: Command): void {
  defineWithout<{ databaseUrl?: string; undo?: boolean }>(
    program
      .command('move-to')
      .description(
        'copy everything into an empty database of your own, with the controllers stopped; no controller starts on the old one afterwards',
      )
      .option('--database-url <url>', 'the empty database, PostgreSQL or TimescaleDB')
      .option('--undo', 'use the old database again: without what was stored in the other'),
    'move-to --database-url postgres://sightline:password@db.example.com/sightline',
    async ({ config, output, options: { databaseUrl, undo = false } }) => {
      if (undo === (databaseUrl !== undefined)) {
        throw new EnvironmentError('move-to takes either --database-url or --undo')
      }
      if (config.DATABASE_URL === undefined) requireEmbeddedDatabase(config.dataFolder)
      const withOld = <T>(work: (url: string) => Promise<T>): Promise<T> =>
        config.DATABASE_URL === undefined
          ? withOwnDatabase(config.dataFolder, ({ url }) => work(url))
          : work(config.DATABASE_URL)
      if (databaseUrl === undefined) await takeBack(withOld, output)
      else await moveTo(postgresUrl(databaseUrl), withOld, config, output)
    },
  )
}

type WithOld = <T>(work: (url: string) => Promise<T>) => Promise<T>

async function moveTo(
  toUrl: string,
  withOld: WithOld,
  config: SupervisorConfig,
  output: Output,
): Promise<void> {
  const { move } = await loadParts()
  const log = createLogger('move', 'error')
  const { manifest, unmarked } = await withOld((url) => move(url, toUrl, keyPlaceOf(config), log))
  const old =
    unmarked === null
      ? 'The database it came from is as it was, and no controller starts on it any more (move-to --undo changes that).'
      : `The database it came from could not be told (${unmarked}): never start on it again, or two installations tell of every outage.`
  output.show(
    { ...figuresOf(manifest), oldIsMarked: unmarked === null },
    [
      `Copied ${rowsOf(manifest)}, and compared them table by table.`,
      `Set DATABASE_URL to the new database from now on, and keep ${config.dataFolder}: the secret key is there. ${old}`,
    ].join('\n'),
  )
}

async function takeBack(withOld: WithOld, output: Output): Promise<void> {
  const { undoMove } = await loadParts()
  const place = await withOld(undoMove)
  output.show(
    { movedTo: place },
    place === null
      ? 'The data of this database was not moved: there is nothing to undo. (It is the one DATABASE_URL names, else the built-in one.)'
      : `Controllers start on this database again. What was stored in ${place} since is not in it: let none run there, or two installations tell of every outage.`,
  )
}

const keyPlaceOf = (config: SupervisorConfig): KeyPlace => ({
  given: config.SIGHTLINE_SECRET_KEY,
  dataFolder: config.dataFolder,
})

/** @throws EnvironmentError for what is no URL of a database */
function postgresUrl(text: string): string {
  const parsed = DatabaseUrl.safeParse(text)
  if (parsed.success) return parsed.data
  throw new EnvironmentError(`--database-url ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
}

function nextStep({ DATABASE_URL: set }: SupervisorConfig, given: string | undefined): string {
  return given === undefined || given === set
    ? 'npm start goes on with them.'
    : 'Set DATABASE_URL to that database, and npm start goes on with them.'
}

function rowsOf({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} rows of ${tables.length} tables`
}

/** For scripts. */
function figuresOf({ takenAt, version, migrations, tables, jobs }: Manifest): object {
  return {
    takenAt,
    version,
    schemaVersion: migrations.at(-1)?.version ?? 0,
    jobs,
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  }
}
