import type { MonitorType } from '@sightline/shared/check-words'
import type { EvidencePiece } from '@sightline/shared/diagnosis'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'

/** How far a check came before it failed. */
export type Layer = 'name' | 'connection' | 'handshake' | 'answer' | 'silence'

/** How TLS begins in a check. */
export interface Handshake {
  /** It is there from the first byte. */
  readonly isTls: boolean
  /** Name to ask for in it instead of the host. */
  readonly sni: string | null
}

/** What a diagnosis needs to know of a type to look into a failed check of it. */
export interface DiagnosisHints<T extends MonitorType> {
  /** What is worth gathering, by how far the check came. */
  readonly pieces: Readonly<Record<Layer, readonly EvidencePiece[]>>
  /** Ports of the same host that tell whether it lives: the ones most hosts of a kind have open. */
  readonly otherPorts: (url: string, settings: SettingsOf<T>) => readonly number[]
  /** Left out where a check never begins with TLS. */
  readonly handshakeOf?: (url: string, settings: SettingsOf<T>) => Handshake
  /** Whether the check may run again for the sake of a diagnosis: not one that changes something, or
   *  cannot be told apart without its secrets. Left out where each may. */
  readonly isRepeatable?: (settings: SettingsOf<T>) => boolean
  /** The settings whose check is repeated; left out where they are the monitor's own. */
  readonly repeatedWith?: (settings: SettingsOf<T>) => SettingsOf<T>
  /** The record that the check needs of the name; left out where it is an address. */
  readonly recordTypeOf?: (settings: SettingsOf<T>) => SettingsOf<'dns'>['recordType'] | null
}

/** What name servers say. */
export const NAMES = ['resolver', 'authorities'] as const
