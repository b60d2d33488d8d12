import { openableUrl } from '../process/openable-url.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { readRuntimeState } from '../supervisor/runtime-file.ts'

/** Where people reach the installation's pages, without a trailing slash: the public URL, else where
 *  the controller listens or last did, else where it would with these settings. */
export function webAddress(
  config: Pick<SupervisorConfig, 'SIGHTLINE_PUBLIC_URL' | 'dataFolder' | 'HOST' | 'PORT'>,
): string {
  const known = config.SIGHTLINE_PUBLIC_URL ?? readRuntimeState(config.dataFolder)?.url
  return (known ?? openableUrl(config.HOST, config.PORT)).replace(/\/+$/, '')
}
