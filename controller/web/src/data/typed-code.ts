/** A code of the second step of signing in. */
export interface TypedCode {
  readonly text: string
  /** Whether an authenticator shows it: otherwise it is one of those kept for when that is lost. */
  readonly isOfApp: boolean
}

/** A code as somebody typed or pasted it: authenticators show theirs in two groups, "287 082". Pure. */
export function typedCode(typed: string): TypedCode {
  const joined = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(joined)
    ? { text: joined, isOfApp: true }
    : { text: typed.trim(), isOfApp: false }
}
