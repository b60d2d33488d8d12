import type { MonitorType, Phase } from '@sightline/shared/check-words'
import type { DiagnosisInput, DiagnosisRole } from '@sightline/shared/diagnosis'
import { mailEndpoint, monitorPort } from '@sightline/shared/monitor-endpoint'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { plainSettings } from '../checks/web/plain-settings.ts'

/** A failing monitor, taken apart. */
export interface Subject {
  readonly type: MonitorType
  readonly url: string
  readonly timeoutMs: number
  readonly settings: SettingsOf<MonitorType>
  readonly role: DiagnosisRole
  readonly cause: string | null
  readonly phase: Phase | null
  /** The address that failed; null when none was reached for. */
  readonly ip: string | null
  /** A name or an address without brackets. */
  readonly host: string
  /** null for types without one. */
  readonly port: number | null
  /** The check begins with a TLS handshake. */
  readonly isTls: boolean
  /** Name to ask for in it instead of the host. */
  readonly sni: string | null
}

/** Whether TLS is there from the first byte, and with which name. */
function tlsOf(
  type: MonitorType,
  url: string,
  settings: SettingsOf<MonitorType>,
): Pick<Subject, 'isTls' | 'sni'> {
  switch (type) {
    case 'web':
      return {
        isTls: url.startsWith('https:'),
        sni: (settings as SettingsOf<'web'>).tls.sni,
      }
    case 'tcp': {
      const { enabled, sni } = (settings as SettingsOf<'tcp'>).tls
      return { isTls: enabled, sni }
    }
    case 'mail':
      return {
        isTls: mailEndpoint(url, settings as SettingsOf<'mail'>).security === 'tls',
        sni: null,
      }
    default:
      return { isTls: false, sni: null }
  }
}

/** @returns null for a monitor this agent does not understand */
export function subjectOf(input: DiagnosisInput): Subject | null {
  const parsed = TYPE_DESCRIPTIONS[input.type].shape.safeParse(input.settings)
  if (!parsed.success) return null
  const { type, url } = input
  const asked = parsed.data as SettingsOf<MonitorType>
  // What a browser found needs no second one: what is compared is the plain answer.
  const settings = type === 'web' ? plainSettings(asked as SettingsOf<'web'>) : asked
  try {
    const { host } = parseMonitorUrl(url, type)
    const port = monitorPort(type, url, settings)
    return { ...input, settings, host, port, ...tlsOf(type, url, settings) }
  } catch (error) {
    if (error instanceof MonitorUrlError) return null
    throw error
  }
}
