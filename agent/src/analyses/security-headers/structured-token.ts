/** Longest field value that is looked at, in characters. */
const MAX_VALUE = 1_024

const TOKEN = /^[a-z*][a-z\d!#$%&'*+\-.^_`|~:/]*/i
/** ;key, ;key=token, ;key="text", ;key=12.5, ;key=?1, ;key=:YmFzZTY0: */
const PARAMETER =
  /^; *[a-z*][a-z\d_\-.*]*(?:=(?:"(?:[^"\\]|\\["\\])*"|[a-z*][a-z\d!#$%&'*+\-.^_`|~:/]*|-?\d{1,15}(?:\.\d{1,3})?|\?[01]|:[a-z\d+/=]*:))?/i

/** The token of a structured field that holds a single item, without its parameters; null where the
 *  field is anything else, which browsers then ignore. Case matters. Source: RFC 9651, section 4.2 */
export function readStructuredToken(value: string): string | null {
  if (value.length > MAX_VALUE) return null
  const text = value.replace(/^ +/, '')
  const token = TOKEN.exec(text)?.[0]
  if (token === undefined) return null
  let rest = text.slice(token.length)
  for (;;) {
    const parameter = PARAMETER.exec(rest)?.[0]
    if (parameter === undefined) break
    rest = rest.slice(parameter.length)
  }
  return /^ *$/.test(rest) ? token : null
}
