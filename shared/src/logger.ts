import type { Logger } from 'pino'
import { pino } from 'pino'

export type { Logger }

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** JSON lines on standard error, so that standard output stays what a person or script asked for.
 *  @param program name in every line ("controller", "agent") */
export function createLogger(program: string, level: (typeof LOG_LEVELS)[number]): Logger {
  return pino(
    {
      name: program,
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'token',
          'apiKey',
          'password',
          '*.token',
          '*.apiKey',
          '*.password',
          'req.headers["x-api-key"]',
        ],
        censor: '***',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
