import type { MonitorType, Phase } from '@sightline/shared/check-words'
import type { DiagnosisInput, DiagnosisRole } from '@sightline/shared/diagnosis'
import { monitorPort } from '@sightline/shared/monitor-endpoint'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { Handshake } from '../checks/diagnosis-hints.ts'
import { hintsOf } from '../checks/index.ts'

/** A failing monitor, taken apart. */
export interface Subject extends Handshake {
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
}

const NO_TLS: Handshake = { isTls: false, sni: null }

/** @returns null for a monitor this agent does not understand */
export function subjectOf(input: DiagnosisInput): Subject | null {
  const parsed = descriptionOf(input.type).shape.safeParse(input.settings)
  if (!parsed.success) return null
  const { type, url } = input
  const asked = parsed.data as SettingsOf<MonitorType>
  const hints = hintsOf(type)
  const settings = hints.repeatedWith?.(asked) ?? asked
  try {
    const { host } = parseMonitorUrl(url, type)
    const port = monitorPort(type, url, settings)
    return { ...input, settings, host, port, ...(hints.handshakeOf?.(url, settings) ?? NO_TLS) }
  } catch (error) {
    if (error instanceof MonitorUrlError) return null
    throw error
  }
}
