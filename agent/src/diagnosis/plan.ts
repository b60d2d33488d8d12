import type { MonitorType, Phase } from '@sightline/shared/check-words'
import type { EvidencePiece } from '@sightline/shared/diagnosis'
import { CAUSES, isCause } from '@sightline/shared/causes'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { isIP } from 'node:net'
import type { Subject } from './subject.ts'

/** How far a check came before it failed. */
type Layer = 'name' | 'connection' | 'handshake' | 'answer' | 'silence'

const LAYERS = {
  dns: 'name',
  connect: 'connection',
  tls: 'handshake',
  firstByte: 'silence',
  download: 'silence',
  content: 'answer',
  banner: 'silence',
  starttls: 'answer',
  auth: 'answer',
  rcpt: 'answer',
} as const satisfies Record<Phase, Layer>

const NAMES = ['resolver', 'authorities'] as const

/** What is worth gathering for each type where it failed. */
const PIECES = {
  web: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports', 'resolver'],
    handshake: ['tls', 'connect', 'addresses', 'plainHttp'],
    silence: ['trace', 'connect', 'addresses', 'plainHttp'],
    answer: ['page', 'addresses'],
  },
  tcp: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports', 'resolver'],
    handshake: ['tls', 'connect', 'addresses'],
    silence: ['trace', 'connect', 'addresses', 'ports'],
    answer: ['connect', 'addresses', 'ports'],
  },
  udp: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports'],
    handshake: [],
    silence: ['trace', 'addresses', 'ports'],
    answer: ['addresses', 'ports'],
  },
  ping: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports'],
    handshake: [],
    silence: ['trace', 'addresses', 'ports'],
    answer: ['trace'],
  },
  dns: { name: NAMES, connection: NAMES, handshake: NAMES, silence: NAMES, answer: NAMES },
  mail: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports', 'resolver'],
    handshake: ['tls', 'connect', 'ports'],
    silence: ['trace', 'connect', 'addresses', 'ports'],
    answer: ['connect', 'ports'],
  },
} as const satisfies Record<MonitorType, Record<Layer, readonly EvidencePiece[]>>

/** What a region that passes is asked for: only what can be held against the failing ones'. */
const COMPARED: ReadonlySet<EvidencePiece> = new Set([
  'trace',
  'resolver',
  'authorities',
  'tls',
  'page',
])

/** Answers that came, though not as expected. */
const ANSWERED: ReadonlySet<string> = new Set(['http', 'content'])

function layerOf({ phase, cause }: Pick<Subject, 'phase' | 'cause'>): Layer {
  if (phase === null) return 'connection'
  const category = cause !== null && isCause(cause) ? CAUSES[cause].category : ''
  return LAYERS[phase] === 'silence' && ANSWERED.has(category) ? 'answer' : LAYERS[phase]
}

/** A check that changes something (a POST) or that cannot be told apart without its secrets is not
 *  repeated for the sake of a diagnosis. */
function isRepeatable({ type, settings }: Subject): boolean {
  if (type === 'web') {
    return /^(?:GET|HEAD|OPTIONS)$/.test((settings as SettingsOf<'web'>).method)
  }
  if (type === 'udp') return (settings as SettingsOf<'udp'>).preset !== 'snmp'
  // Its mail servers have names of their own.
  return type !== 'mail' || !(settings as SettingsOf<'mail'>).resolveMx
}

const REPEATING: ReadonlySet<EvidencePiece> = new Set(['addresses', 'page'])

/** Which pieces of evidence are gathered: pure, by the monitor's type and where its check failed. */
export function planEvidence(subject: Subject): readonly EvidencePiece[] {
  const pieces: readonly EvidencePiece[] = PIECES[subject.type][layerOf(subject)]
  const isRepeated = isRepeatable(subject)
  const hasName = isIP(subject.host) === 0
  return pieces.filter((piece) => {
    if (subject.role === 'passing' && !COMPARED.has(piece)) return false
    if (!isRepeated && REPEATING.has(piece)) return false
    if (!hasName && (piece === 'resolver' || piece === 'authorities')) return false
    return piece !== 'plainHttp' || subject.isTls
  })
}
