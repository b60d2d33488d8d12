import { covers, readSource } from './source-expression.ts'

/** What a directive allows, in lower case; null where everything is, as nothing restricts it. Never
 *  empty: a list that allows nothing is `'none'`. */
export type SourceList = ReadonlySet<string> | null

const NONE: SourceList = new Set(["'none'"])

/** Expressions of one directive that are compared with those of another policy. */
const MAX_COMPARED = 300

/** Whether an expression lets single scripts or styles in, by nonce or by hash. */
function isNonceOrHash(source: string): boolean {
  return /^'(?:nonce-|sha256-|sha384-|sha512-)/.test(source)
}

/** What a directive's values mean to a browser: beside a nonce or a hash 'unsafe-inline' means nothing,
 *  and with 'strict-dynamic' neither do hosts, schemes and 'self'.
 *  Source: CSP Level 3, sections 6.7.3.2 and 8.2 */
export function readSourceList(values: readonly string[]): SourceList {
  const sources = new Set(values.filter((value) => value !== "'none'"))
  if (values.some(isNonceOrHash)) {
    sources.delete("'unsafe-inline'")
    if (sources.has("'strict-dynamic'")) {
      for (const source of sources) {
        if (source === "'self'" || !source.startsWith("'")) sources.delete(source)
      }
    }
  }
  return sources.size === 0 ? NONE : sources
}

/** Whether a list asks for 'strict-dynamic' without the nonce or hash that it builds on, which leaves
 *  no script that may load. */
export function isStrictWithoutTrust(values: readonly string[]): boolean {
  return values.includes("'strict-dynamic'") && !values.some(isNonceOrHash)
}

/** What one list allows that another does too. */
function allowedBy(wide: ReadonlySet<string>, narrow: ReadonlySet<string>): readonly string[] {
  const expressions = [...wide].slice(0, MAX_COMPARED).map(readSource)
  const covering = expressions.filter(({ kind }) => kind !== 'keyword')
  return [...narrow].slice(0, MAX_COMPARED).filter((text) => {
    if (wide.has(text)) return true
    const source = readSource(text)
    return covering.some((each) => covers(each, source))
  })
}

/** What two lists allow both: of each, what the other allows too. */
export function intersect(one: SourceList, other: SourceList): SourceList {
  if (one === null) return other
  if (other === null) return one
  const both = new Set([...allowedBy(one, other), ...allowedBy(other, one)])
  both.delete("'none'")
  return both.size === 0 ? NONE : both
}
