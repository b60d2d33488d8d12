/** Of an audit, what became of its checks: an issue, or none. */
interface Audit {
  readonly checks: Readonly<Record<string, { readonly issue: string | null }>>
}

/** A check that came out differently. */
export interface AuditChange {
  readonly id: string
  /** What is, or was, wrong. */
  readonly text: string
  readonly isMended: boolean
}

/** Checks that failed in one of two audits alone, those that fail now first. Pure. */
export function auditChanges(before: Audit, after: Audit): AuditChange[] {
  const all = new Map(Object.entries(before.checks))
  return Object.entries(after.checks)
    .flatMap(([id, { issue }]): AuditChange[] => {
      const was = all.get(id)?.issue ?? null
      if ((was === null) === (issue === null)) return []
      return [{ id, text: issue ?? was ?? '', isMended: issue === null }]
    })
    .sort((one, other) => Number(one.isMended) - Number(other.isMended))
}
