import { fileURLToPath } from 'node:url'
import { controllerCommand } from './controller-command.ts'
import { ControllerReady } from './ready-message.ts'
import type { StartParts } from './start-parts.ts'
import { keepProgram } from './start-parts.ts'

/** The controller's program. */
export const CONTROLLER = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts the controller, which migrates the database first.
 *  @returns what it said when it was ready
 *  @throws StartError */
export async function startController(parts: StartParts): Promise<ControllerReady> {
  const { config, environment, terminal, running } = parts
  terminal.step('Migrating the database and starting the controller')
  const done = terminal.still('Still migrating the database and starting the controller')
  try {
    running.controller = keepProgram(parts, 'controller', CONTROLLER, async () =>
      controllerCommand({
        config,
        environment,
        databaseUrl: running.database?.url(),
        ready: running.ready,
      }),
    )
    return ControllerReady.parse(await running.controller.ready)
  } finally {
    done()
  }
}
