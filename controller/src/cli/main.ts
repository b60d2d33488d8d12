import { EnvironmentError } from '@sightline/shared/environment'
import { AppError } from '@sightline/shared/errors'
import { Command } from 'commander'
import { DatabaseError } from 'pg'
import { connectionRefusal } from '../db/connection-refusal.ts'
import { DatabaseRefusedError } from '../db/database-refused.ts'
import { explainDatabaseTrouble } from '../db/database-trouble.ts'
import { StartError } from '../process/start-error.ts'
import { addAccountCommands } from './account-commands.ts'
import { addAgentCommands } from './agent-commands.ts'
import { BackupError } from '../backup/backup-error.ts'
import { addApplyCommand } from './apply-command.ts'
import { SourceError } from './apply/source-problem.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addCertificateCommands } from './certificate-commands.ts'
import { addDrainCommands } from './drain-commands.ts'
import { addImportCommands } from './import-commands.ts'
import { addOperationCommands } from './operation-commands.ts'
import { addSecretCommands } from './secret-commands.ts'
import { fileProblem } from './file-problem.ts'

/** SQLSTATE of a table or column that the database does not have. */
const SCHEMA_IS_OLDER = new Set(['42P01', '42703'])

/** In the order in which the help lists them. */
const COMMANDS: readonly ((program: Command) => void)[] = [
  addAgentCommands,
  addCertificateCommands,
  addAccountCommands,
  addSecretCommands,
  addOperationCommands,
  addDrainCommands,
  addImportCommands,
  addApplyCommand,
  addBackupCommands,
]

/** All commands, each with its options, its help and what it does. */
export function createProgram(): Command {
  const program = new Command('npm run cli --')
    .description(
      'Operates a Sightline installation: the one of SIGHTLINE_DATA_DIR (default: data), whether it runs or not, or the one whose database DATABASE_URL names.',
    )
    .showHelpAfterError('Add --help to see how it is used.')
  for (const add of COMMANDS) add(program)
  return program
}

/** The program of the command line (deploy/run.js calls it). */
export async function main(): Promise<void> {
  try {
    await createProgram().parseAsync()
  } catch (error: unknown) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

function explain(error: unknown): string {
  if (error instanceof DatabaseError && SCHEMA_IS_OLDER.has(error.code ?? '')) {
    return "The database's schema is older than this program: run npm run cli -- migrate"
  }
  const refusal = connectionRefusal(error)
  if (refusal !== null) return `The database ${refusal}`
  const trouble = explainDatabaseTrouble(error)
  if (trouble !== null) return trouble
  const isForOperator =
    error instanceof AppError ||
    error instanceof EnvironmentError ||
    error instanceof StartError ||
    error instanceof BackupError ||
    error instanceof SourceError ||
    error instanceof DatabaseRefusedError
  if (isForOperator) return error.message
  if (!(error instanceof Error)) return String(error)
  const problem = fileProblem(error)
  if (problem !== null) return problem
  // The operating system's errors say enough in one line; anything else is a bug and shows its way.
  return 'code' in error ? error.message : (error.stack ?? error.message)
}

if (import.meta.main) await main()
