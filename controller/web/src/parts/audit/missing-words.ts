import type { AuditPartName } from '../../../../src/audits/parts.ts'
import { PART_WORDS } from '../../words/audit-parts.ts'

/** Names of what an audit does not have; what there is for one device is there. Pure. */
export function missingWords(parts: readonly AuditPartName[]): string[] {
  const there = new Set(parts.map((part) => PART_WORDS[part]))
  return [...new Set(Object.values(PART_WORDS))].filter((words) => !there.has(words))
}
