const KEY = ',"issues":'
const END = '],"title":'

/** What is wrong with a page, as its stored audit has it: a JSON array of sentences. No text of the audit can be taken
 *  for the keys beside it, as quotes within texts are escaped.
 *  @param audit JSON of an AuditResult, or of a ShortAudit, its fields in their order */
export function issuesOf(audit: string): string {
  const key = audit.indexOf(KEY)
  const end = audit.indexOf(END, key)
  if (key !== -1 && end !== -1) return audit.slice(key + KEY.length, end + 1)
  const { issues } = JSON.parse(audit) as { issues: readonly string[] }
  return JSON.stringify(issues)
}

/** The audit of a page as GET /audit answers it: with the location it was looked at from.
 *  @param audit JSON  @returns JSON */
export function auditOf(audit: string, region: string): string {
  return `${audit.slice(0, -1)},"region":${JSON.stringify(region)}}`
}
