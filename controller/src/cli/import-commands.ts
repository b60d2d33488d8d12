import { AppError } from '@sightline/shared/errors'
import { access, constants, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { FormatName } from '../imports/format-names.ts'
import { FORMAT_NAMES } from '../imports/format-names.ts'
import type { ImportRow } from '../imports/import-row.ts'
import type { ImportSummary } from '../imports/import-summary.ts'
import { whyNoFile } from '../process/why-no-file.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { define } from './context.ts'
import { openedRangesHint } from './opened-ranges-hint.ts'
import { table } from './output.ts'
import { writeWhole } from './write-whole.ts'

/** Rows that people are shown; a script gets all of them. */
const SHOWN_ROWS = 500

/** Loads what makes things, which is much of the controller: other commands start without it. */
const loadParts = () => import('./import-parts.ts')

/** Adds `import` and `export`. */
export function addImportCommands(program: Command): void {
  addImport(program)
  addExport(program)
}

function addImport(program: Command): void {
  define<{ dryRun?: boolean; format: FormatName | 'auto'; workspace?: string }>(
    program
      .command('import')
      .description(
        "make monitors of a file: Uptime Kuma's backup or kuma.db, UptimeRobot's JSON or CSV, a CSV, an export",
      )
      .argument('<file>', 'the file')
      .option('--dry-run', 'only say what would be made')
      .addOption(
        new Option('--format <format>', 'what the file is (default: look)')
          .choices(['auto', ...FORMAT_NAMES])
          .default('auto'),
      )
      .option('--workspace <id>', "the workspace (default: the owner's)"),
    'import kuma.db --dry-run',
    async ({ config, db, output, options, positional: [path = ''] }) => {
      const { format, workspace, dryRun: isDryRun = false } = options
      await access(path, constants.R_OK)
      const noFile = whyNoFile(path, await stat(path))
      if (noFile !== null) throw new AppError('badRequest', noFile)
      const { createImportContext, createImportService, ownerOf } = await loadParts()
      const actor = await ownerOf(db, workspace)
      const imports = createImportService(await createImportContext(config, db))
      const running = await imports.runFile(actor, path, { format, isDryRun })
      const rows: ImportRow[] = []
      for await (const some of running.rows) rows.push(...some)
      const summary = running.summary()
      output.show(
        { format: running.format, dryRun: isDryRun, rows, summary },
        [wordsOf(rows, summary), hintOf(rows, path, config)].flat().join('\n\n'),
      )
      if (summary.outcomes.refused > 0) process.exitCode = 1
    },
  )
}

/** What to do about addresses that were refused: nothing, or a sentence. */
function hintOf(rows: readonly ImportRow[], path: string, config: SupervisorConfig): string[] {
  const told = rows.map(({ reason }) => reason ?? '').join('\n')
  const hasRanges = config.SIGHTLINE_ALLOW_PRIVATE_TARGETS.length > 0
  return [openedRangesHint(told, `import ${path}`, hasRanges) ?? []].flat()
}

const WORDS: Readonly<Record<ImportRow['outcome'], string>> = {
  toMake: 'would be made',
  made: 'made',
  duplicate: 'there already',
  refused: 'refused',
  notCarried: 'not carried over',
}

/** What people have to know: what was not made, and what is not as it was. */
function wordsOf(rows: readonly ImportRow[], { outcomes }: ImportSummary): string {
  const told = rows.filter(({ reason, warnings }) => reason !== null || warnings.length > 0)
  const cells = told
    .slice(0, SHOWN_ROWS)
    .map(({ what, name, at, outcome, reason, warnings }) => [
      WORDS[outcome],
      what,
      name,
      at ?? '-',
      [reason ?? '', ...warnings].join(' ').trim(),
    ])
  const more = told.length - cells.length
  const counts = Object.entries(outcomes).flatMap(([outcome, count]) =>
    count === 0 ? [] : [`${count} ${WORDS[outcome as ImportRow['outcome']]}`],
  )
  return [
    ...(cells.length === 0 ? [] : [table(['OUTCOME', 'WHAT', 'NAME', 'WHERE', 'WHY'], cells), '']),
    ...(more > 0 ? [`And ${more} more: --json tells all of them.`, ''] : []),
    ...secretsOf(rows),
    `${counts.join(', ') || 'Nothing was in the file'}.`,
  ].join('\n')
}

/** What was made for things, which nobody can be told later. */
function secretsOf(rows: readonly ImportRow[]): string[] {
  const cells = rows.flatMap(({ what, name, shownOnce }) =>
    Object.entries(shownOnce ?? {}).map(([field, value]) => [what, name, field, String(value)]),
  )
  if (cells.length === 0) return []
  return ['These are shown this once:', table(['WHAT', 'NAME', 'FIELD', 'VALUE'], cells), '']
}

function addExport(program: Command): void {
  define<{ out?: string; workspace?: string }>(
    program
      .command('export')
      .description('write what a workspace holds, without secrets and history, as one JSON')
      .option('--out <file>', 'where to (default: standard output)')
      .option('--workspace <id>', "the workspace (default: the owner's)"),
    'export --out sightline.json',
    async ({ config, db, options: { out, workspace } }) => {
      const { createImportContext, exportWorkspace, ownerOf } = await loadParts()
      const { workspaceId } = await ownerOf(db, workspace)
      const pieces = exportWorkspace(await createImportContext(config, db), workspaceId)
      if (out === undefined) await pipeline(pieces, process.stdout, { end: false })
      else await writeWhole(out, pieces)
    },
  )
}
