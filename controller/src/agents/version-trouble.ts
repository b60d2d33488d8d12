import { isBefore } from '@sightline/shared/version-order'

/** Why an agent of this version is not let in, and what to do; null: it is, or no version is asked for.
 *  @param version as the agent says it, printable */
export function versionTrouble(version: string, minimum: string | undefined): string | null {
  if (minimum === undefined || !isBefore(version, minimum)) return null
  return `the agent has version ${version || 'unknown'}, this installation takes ${minimum} and later (SIGHTLINE_AGENT_MIN_VERSION): update the agent`
}
