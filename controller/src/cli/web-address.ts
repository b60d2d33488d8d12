import type { SupervisorConfig } from '../supervisor/config.ts'
import { readRuntimeState } from '../supervisor/runtime-file.ts'

/** Where people reach the installation's pages, without a trailing slash: the public URL, else where
 *  the controller listens or last did, else where it would with these settings. */
export function webAddress(
  config: Pick<SupervisorConfig, 'SIGHTLINE_PUBLIC_URL' | 'dataFolder' | 'HOST' | 'PORT'>,
): string {
  const known = config.SIGHTLINE_PUBLIC_URL ?? readRuntimeState(config.dataFolder)?.url
  return (known ?? `http://${openable(config.HOST)}:${config.PORT}`).replace(/\/+$/, '')
}

/** A host a browser can open: one that means every address of a machine is none. */
function openable(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
