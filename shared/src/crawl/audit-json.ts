import type { AuditCheckDefinition } from '../analyses/audit-checks/definition.ts'
import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '../analyses/audit-checks.ts'
import type { ShortAudit, ShortCheck } from './short-audit.ts'

/** What stands in the JSON of a check on every page that it is written of. */
interface Words {
  /** To the value of one that passed. */
  readonly passed: string
  /** To the earned weight of one that failed. */
  readonly failed: string
  /** To the message of one that does not apply. */
  readonly notApplicable: string
  readonly expected: string
  readonly message: string
}

function wordsOf(id: string, definition: AuditCheckDefinition): Words {
  const { severity, category, weight, expected, message } = definition
  const begin = (passed: boolean | null): string =>
    `${JSON.stringify(id)}:{"passed":${passed},"severity":"${severity}","category":"${category}","weight":${weight},"earned":`
  const told = expected === undefined ? '' : `,"expected":${JSON.stringify(expected)}`
  return {
    passed: `${begin(true)}${weight},"value":`,
    failed: begin(false),
    notApplicable: `${begin(null)}null,"value":null${told},"message":`,
    expected: told,
    message: `,"message":${JSON.stringify(message)},"issue":`,
  }
}

let words: readonly Words[] | null = null

const knownWords = (): readonly Words[] =>
  (words ??= AUDIT_CHECK_IDS.map((id) => wordsOf(id, AUDIT_CHECKS[id])))

function jsonOf(check: ShortCheck, known: Words): string {
  if (typeof check === 'string') {
    return `${known.notApplicable}${JSON.stringify(check)},"issue":null}`
  }
  if (check.length === 1) {
    return `${known.passed}${JSON.stringify(check[0])}${known.expected}${known.message}null}`
  }
  const [issue, earned, found, examples] = check
  const shown = examples === undefined ? '' : `,"examples":${JSON.stringify(examples)}`
  return `${known.failed}${earned},"value":${JSON.stringify(found)}${known.expected}${known.message}${JSON.stringify(issue)}${shown}}`
}

/** The JSON of the audit that was shortened, its fields in the same order: written without making its thousand values
 *  first, with which a controller does nothing. */
export function auditJson({ checks, ...rest }: ShortAudit): string {
  const all = knownWords()
  const parts = checks.map((check, place) => jsonOf(check, all[place] as Words))
  return `${JSON.stringify(rest).slice(0, -1)},"checks":{${parts.join(',')}}}`
}

/** Ids of the checks that failed. */
export function failedChecks({ checks }: ShortAudit): string[] {
  return AUDIT_CHECK_IDS.filter((_, place) => {
    const check = checks[place]
    return typeof check !== 'string' && check !== undefined && check.length > 1
  })
}
