import { commaList, readEnvironment, SECRET } from '@sightline/shared/environment'
import { RegionCode } from '@sightline/shared/regions'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { checkControllerConfig, ControllerEnvironment } from '../config.ts'

/** The word that starts no local agent, for an installation whose agents are all elsewhere. */
const NO_REGIONS = 'none'

/** Settings of `npm start`: the controller's, read here too so that a wrong one is told before
 *  anything starts, and what only the supervisor needs. */
export const SupervisorEnvironment = ControllerEnvironment.extend({
  DATABASE_URL: ControllerEnvironment.shape.DATABASE_URL.optional().meta(SECRET),
  SIGHTLINE_LOCAL_REGIONS: commaList(RegionCode)
    .refine(
      (codes) => new Set(codes).size === codes.length,
      'must name each location once: an agent is started for each',
    )
    .refine(
      (codes) => codes.length < 2 || !codes.includes(NO_REGIONS),
      `must be ${NO_REGIONS} alone, or locations: ${NO_REGIONS} starts no agent`,
    )
    .transform((codes) => (codes.length === 1 && codes[0] === NO_REGIONS ? [] : codes))
    .default(['local']),
})

/** @property dataFolder absolute path of SIGHTLINE_DATA_DIR */
export type SupervisorConfig = z.output<typeof SupervisorEnvironment> & {
  readonly dataFolder: string
}

/** @throws EnvironmentError with one line for the operator */
export function readSupervisorConfig(environment: NodeJS.ProcessEnv): SupervisorConfig {
  const settings = readCommandConfig(environment)
  checkControllerConfig(settings)
  return settings
}

/** The same for a command, which serves nobody: it may be the one that makes the certificate that they name.
 *  @throws EnvironmentError with one line for the operator */
export function readCommandConfig(environment: NodeJS.ProcessEnv): SupervisorConfig {
  const settings = readEnvironment(SupervisorEnvironment, environment)
  return { ...settings, dataFolder: resolve(settings.SIGHTLINE_DATA_DIR) }
}
