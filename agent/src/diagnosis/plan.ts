import type { Phase } from '@sightline/shared/check-words'
import type { EvidencePiece } from '@sightline/shared/diagnosis'
import { CAUSES, isCause } from '@sightline/shared/causes'
import { isIP } from 'node:net'
import type { Layer } from '../checks/diagnosis-hints.ts'
import { hintsOf } from '../checks/index.ts'
import type { Subject } from './subject.ts'

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

const REPEATING: ReadonlySet<EvidencePiece> = new Set(['addresses', 'page'])

/** Which pieces of evidence are gathered: pure, by the monitor's type and where its check failed. */
export function planEvidence(subject: Subject): readonly EvidencePiece[] {
  const hints = hintsOf(subject.type)
  const pieces = hints.pieces[layerOf(subject)]
  const isRepeated = hints.isRepeatable?.(subject.settings) ?? true
  const hasName = isIP(subject.host) === 0
  return pieces.filter((piece) => {
    if (subject.role === 'passing' && !COMPARED.has(piece)) return false
    if (!isRepeated && REPEATING.has(piece)) return false
    if (!hasName && (piece === 'resolver' || piece === 'authorities')) return false
    return piece !== 'plainHttp' || subject.isTls
  })
}
