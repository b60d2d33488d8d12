import type { AuditCheckDefinition } from '../analyses/audit-checks/definition.ts'
import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '../analyses/audit-checks.ts'
import type { ShortAudit, ShortCheck } from './short-audit.ts'

/** A text that stands in many audits, and its bytes. */
interface Phrase {
  readonly text: string
  readonly bytes: Uint8Array
}

/** What stands in the JSON of a check on every page that it is written of. */
interface CheckWords {
  /** To the value of one that passed. */
  readonly passed: Phrase
  /** From there on. */
  readonly passedEnd: Phrase
  /** To the earned weight of one that failed. */
  readonly failed: Phrase
  /** From its value to what is wrong. */
  readonly issue: Phrase
  /** To the message of one that does not apply. */
  readonly notApplicable: Phrase
}

const phrase = (text: string): Phrase => ({ text, bytes: new TextEncoder().encode(text) })

/** Of all checks, in the order of a short audit's. */
export type AuditWords = readonly CheckWords[]

/** What an audit says of a check on every page, with its id. */
export type SaidOfCheck = readonly [
  id: string,
  said: Pick<AuditCheckDefinition, 'severity' | 'category' | 'weight' | 'expected' | 'message'>,
]

function wordsOf([id, said]: SaidOfCheck): CheckWords {
  const { severity, category, weight, expected, message } = said
  const begin = (passed: boolean | null): string =>
    `${JSON.stringify(id)}:{"passed":${passed},"severity":"${severity}","category":"${category}","weight":${weight},"earned":`
  const told = expected === undefined ? '' : `,"expected":${JSON.stringify(expected)}`
  const issue = `${told},"message":${JSON.stringify(message)},"issue":`
  return {
    passed: phrase(`${begin(true)}${weight},"value":`),
    passedEnd: phrase(`${issue}null}`),
    failed: phrase(begin(false)),
    issue: phrase(issue),
    notApplicable: phrase(`${begin(null)}null,"value":null${told},"message":`),
  }
}

/** What every short audit leaves out that was made beside these. */
export function saidOfChecks(): SaidOfCheck[] {
  return AUDIT_CHECK_IDS.map((id) => {
    const { severity, category, weight, expected, message } = AUDIT_CHECKS[id]
    const told = expected === undefined ? {} : { expected }
    return [id, { severity, category, weight, ...told, message }]
  })
}

export const auditWords = (said: readonly SaidOfCheck[]): AuditWords => said.map(wordsOf)

let ownWords: AuditWords | null = null

/** Those of this version. */
export const ownAuditWords = (): AuditWords => (ownWords ??= auditWords(saidOfChecks()))

type Piece = Phrase | string

function addCheck(check: ShortCheck, known: CheckWords, pieces: Piece[]): void {
  if (typeof check === 'string') {
    pieces.push(known.notApplicable, `${JSON.stringify(check)},"issue":null}`)
  } else if (check.length === 1) {
    pieces.push(known.passed, JSON.stringify(check[0]), known.passedEnd)
  } else {
    const [issue, earned, found, examples] = check
    const shown = examples === undefined ? '' : `,"examples":${JSON.stringify(examples)}`
    const value = `${earned},"value":${JSON.stringify(found)}`
    pieces.push(known.failed, value, known.issue, `${JSON.stringify(issue)}${shown}}`)
  }
}

function piecesOf({ checks, ...rest }: ShortAudit, words: AuditWords): Piece[] {
  const pieces: Piece[] = [`${JSON.stringify(rest).slice(0, -1)},"checks":{`]
  for (const [place, check] of checks.entries()) {
    if (place > 0) pieces.push(',')
    addCheck(check, words[place] as CheckWords, pieces)
  }
  pieces.push('}}')
  return pieces
}

/** The JSON of the audit that was shortened, its fields in the same order: written without making its thousand values
 *  first, with which a controller does nothing. */
export const auditJson = (audit: ShortAudit, words = ownAuditWords()): string =>
  piecesOf(audit, words)
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('')

/** Most bytes that a UTF-16 unit takes. */
const UNIT_BYTES = 3

/** Writes the same into memory that is there: as a text of 22 kB it was garbage three times over.
 *  @returns how many bytes it has; null where they may not fit */
export function writeAuditJson(
  audit: ShortAudit,
  into: Buffer,
  words = ownAuditWords(),
): number | null {
  let at = 0
  for (const piece of piecesOf(audit, words)) {
    const isText = typeof piece === 'string'
    const most = isText ? UNIT_BYTES * piece.length : piece.bytes.length
    if (at + most > into.length) return null
    if (isText) at += into.write(piece, at)
    else {
      into.set(piece.bytes, at)
      at += most
    }
  }
  return at
}

/** Ids of the checks that failed. */
export function failedChecks({ checks }: ShortAudit): string[] {
  return AUDIT_CHECK_IDS.filter((_, place) => {
    const check = checks[place]
    return typeof check !== 'string' && check !== undefined && check.length > 1
  })
}
