import type { MonitorType } from './check-words.ts'
import type { MailEndpoint } from './monitor-types/mail/endpoint.ts'
import { mailEndpoint as endpointOf } from './monitor-types/mail/endpoint.ts'
import type { SettingsOf } from './monitor-types/registry.ts'
import { descriptionOf } from './monitor-types/registry.ts'
import { parseMonitorUrl } from './monitor-url.ts'

/** How the checks of a mail monitor connect.
 *  @param url normalised */
export function mailEndpoint(url: string, settings: SettingsOf<'mail'>): MailEndpoint {
  return endpointOf(parseMonitorUrl(url, 'mail'), settings)
}

/** The port a monitor's checks go to; null for the types without one and where none is named.
 *  @param url normalised */
export function monitorPort<T extends MonitorType>(
  type: T,
  url: string,
  settings: SettingsOf<T>,
): number | null {
  return descriptionOf(type).portOf(parseMonitorUrl(url, type), settings)
}
