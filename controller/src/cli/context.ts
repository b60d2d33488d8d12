import type { Command } from 'commander'
import type { Database } from '../db/pool.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { readCommandConfig } from '../supervisor/config.ts'
import { withDatabase } from './database.ts'
import type { Output } from './output.ts'
import { createOutput } from './output.ts'

/** What a command works with. */
export interface CommandContext<Options> {
  readonly config: SupervisorConfig
  readonly db: Database
  readonly output: Output
  readonly options: Options
  readonly positional: readonly string[]
}

/** Gives a command its `--json`, an example in its help, and its work.
 *  @param example the words after "npm run cli -- "
 *  @param isReadAlone see `withDatabase` */
export function define<Options = object>(
  command: Command,
  example: string,
  work: (context: CommandContext<Options>) => Promise<void>,
  isReadAlone = false,
): void {
  defineWithout<Options>(command, example, (context) =>
    withDatabase(context.config, (db) => work({ ...context, db }), isReadAlone),
  )
}

/** Does the same for a command that reaches its databases itself. */
export function defineWithout<Options = object>(
  command: Command,
  example: string,
  work: (context: Omit<CommandContext<Options>, 'db'>) => Promise<void>,
): void {
  command
    .option('--json', 'print JSON, for scripts (with npm run --silent cli -- …)')
    .addHelpText('after', `\nExample:\n  npm run cli -- ${example}`)
    .action(async () => {
      const options = command.opts<Options & { json?: boolean }>()
      const config = readCommandConfig(process.env)
      const output = createOutput(options.json === true)
      await work({ config, output, options, positional: command.processedArgs.map(String) })
    })
}
