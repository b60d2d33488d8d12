/** One serialized policy. */
export interface Policy {
  /** Values by directive, both in lower case; of a directive that comes twice the first counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>
  /** Directives that come more than once. */
  readonly duplicates: ReadonlySet<string>
}

/** Longest policy that is read, in characters; headers are shorter, a meta tag may be anything. */
const MAX_POLICY = 65_536

/** Directives that a policy in a meta tag cannot have. Source: CSP Level 3, section 3.3 */
const NOT_IN_META = new Set(['frame-ancestors', 'report-uri', 'sandbox'])

/** Source: CSP Level 3, section 2.2.1 */
export function parsePolicy(text: string): Policy {
  const directives = new Map<string, readonly string[]>()
  const duplicates = new Set<string>()
  for (const part of text.slice(0, MAX_POLICY).toLowerCase().split(';')) {
    const [name = '', ...values] = part.split(/[\t\n\f\r ]+/).filter((word) => word !== '')
    if (name === '') continue
    if (directives.has(name)) duplicates.add(name)
    else directives.set(name, values)
  }
  return { directives, duplicates }
}

/** A policy as one in a meta tag works. */
export function withoutHeaderDirectives({ directives, duplicates }: Policy): Policy {
  const kept = [...directives].filter(([name]) => !NOT_IN_META.has(name))
  return { directives: new Map(kept), duplicates }
}
