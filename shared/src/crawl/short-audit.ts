import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AuditCheck } from '../analyses/audit.ts'
import {
  AuditResult,
  MAX_AUDIT_EXAMPLES,
  MAX_AUDIT_SENTENCE,
  MAX_AUDIT_TEXT,
} from '../analyses/audit.ts'
import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '../analyses/audit-checks.ts'

const shown = z.string().max(MAX_AUDIT_TEXT + 1)
const sentence = z.string().max(MAX_AUDIT_SENTENCE)
const value = z.union([shown, z.number(), z.boolean()]).nullable()

/** What one check found, without what is the same on every page: that it passed and what was measured; why it does
 *  not apply; or what is wrong, with what it earned, what was measured, and examples. */
export const ShortCheck = z.union([
  z.tuple([value]),
  sentence,
  z.tuple([sentence.nullable(), z.number().min(0).max(10), value]),
  z.tuple([
    sentence.nullable(),
    z.number().min(0).max(10),
    value,
    z.array(shown).max(MAX_AUDIT_EXAMPLES),
  ]),
])
export type ShortCheck = z.output<typeof ShortCheck>

/** The audit of a page as an agent sends it: 4 kB instead of 20, of which each costs the controller as much time as
 *  storing it. Checks are in the order of `AUDIT_CHECK_IDS`. */
export const ShortAudit = AuditResult.omit({ checks: true }).extend({
  checks: z.array(ShortCheck).length(AUDIT_CHECK_IDS.length),
})
export type ShortAudit = z.output<typeof ShortAudit>

let digest: string | null = null

/** Of what is the same on every page. Only between those who agree on it audits can be sent short. */
export function auditWordsDigest(): string {
  digest ??= createHash('sha256').update(JSON.stringify(AUDIT_CHECKS)).digest('hex').slice(0, 32)
  return digest
}

export function shortenAudit({ checks, ...rest }: AuditResult): ShortAudit {
  return { ...rest, checks: AUDIT_CHECK_IDS.map((id) => shortenCheck(checks[id])) }
}

function shortenCheck({
  passed,
  value: found,
  message,
  issue,
  earned,
  examples,
}: AuditCheck): ShortCheck {
  if (passed === null) return message
  if (passed) return [found]
  const failed = [issue, earned ?? 0, found] as const
  return examples === undefined ? [...failed] : [...failed, examples]
}
