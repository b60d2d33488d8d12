import type { Logger } from 'pino'
import { pino } from 'pino'
import { logContext } from './log-context.ts'
import { createSecretFilter } from './secret-filter.ts'

export type { Logger }

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Where lines go: standard error, so that standard output stays what a person or script asked for. */
const STANDARD_ERROR = 2

/** JSON lines, each with what it belongs to (`withLogContext`) and without secrets, wherever in it they stand.
 *  @param program name in every line ("controller", "agent")
 *  @param options.secrets what is never to be read in a line, such as the secrets of the settings
 *  @param options.write for tests */
export function createLogger(
  program: string,
  level: (typeof LOG_LEVELS)[number],
  options: { readonly secrets?: readonly string[]; readonly write?: (line: string) => void } = {},
): Logger {
  const { secrets = [], write } = options
  return pino(
    {
      name: program,
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ ...logContext() }),
      // Of the whole line: an error's message, its cause and what a library notes at it have paths that nobody lists.
      hooks: { streamWrite: createSecretFilter(secrets) },
    },
    write === undefined ? pino.destination({ dest: STANDARD_ERROR, sync: true }) : { write },
  )
}
