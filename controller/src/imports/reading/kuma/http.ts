import type { Conversion } from '../conversion.ts'
import { escapedPattern, NO_TARGET, splitUserInfo } from '../conversion.ts'
import type { Row } from '../values.ts'
import { entryOf, flagOf, isRow, jsonOf, numberOf, sentFields, textOf, within } from '../values.ts'

const BODY_TYPES: Readonly<Record<string, string>> = { json: 'json', form: 'form', xml: 'xml' }
/** Most redirects that a monitor follows. */
const MAX_REDIRECTS = 20
/** Whoever put these into the headers meant the client's own. */
const OWN_HEADERS = new Set(['content-length', 'connection', 'transfer-encoding'])

/** Ways to sign in that no monitor here has. */
const OTHER_SIGN_INS: ReadonlyMap<string, string> = new Map([
  ['oauth2-cc', 'OAuth 2'],
  ['ntlm', 'NTLM'],
  ['mtls', 'a certificate of its own'],
])

/** A request, and what its answer's status must be. */
export function convertHttp(row: Row): Conversion {
  const target = textOf(row, 'url')
  if (target === null || target === 'https://' || target === 'http://') return NO_TARGET
  const { url, auth: ofUrl } = splitUserInfo(target)
  const { auth, pausedFor } = signInOf(row)
  const { headers, warnings } = headersOf(row)
  const body = textOf(row, 'body')
  const settings = sentFields({
    method: textOf(row, 'method')?.toUpperCase(),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: body ?? undefined,
    bodyType: body === null ? undefined : bodyTypeOf(row),
    auth: auth ?? ofUrl,
    expectedStatus: statusesOf(row),
    redirects: redirectsOf(row),
    tls: flagOf(row, 'ignore_tls', 'ignoreTls') === true ? { verify: false } : undefined,
    ipFamily: familyOf(row),
    cacheBust: flagOf(row, 'cache_bust', 'cacheBust') ?? undefined,
  })
  return { type: 'web', url, settings, warnings, pausedFor }
}

/** The same, and a text that must or must not be in the answer; case counts. */
export function convertKeyword(row: Row): Conversion {
  const made = convertHttp(row)
  const value = textOf(row, 'keyword')
  if ('notCarried' in made || value === null) return made
  const isInverted = flagOf(row, 'invert_keyword', 'invertKeyword') === true
  const keyword = { value, mode: isInverted ? 'absent' : 'contains', caseSensitive: true }
  return { ...made, settings: { ...made.settings, keyword } }
}

/** A page that a browser opens. */
export function convertBrowser(row: Row): Conversion {
  const made = convertKeyword(row)
  if ('notCarried' in made) return made
  return { ...made, settings: { ...made.settings, render: { enabled: true } } }
}

/** A request, and what its JSON must hold. The path is an expression of JSONata, of which names and indexes are
 *  understood here. */
export function convertJsonQuery(row: Row): Conversion {
  const made = convertHttp(row)
  if ('notCarried' in made) return made
  const expression = textOf(row, 'json_path', 'jsonPath') ?? '$'
  const path = plainPath(expression)
  if (path === null) {
    const notCarried = `Its expression ${JSON.stringify(expression)} does more than lead to a value: make a check of settings.jsonChecks by hand.`
    return { notCarried }
  }
  const check = comparisonOf(row)
  if ('notCarried' in check) return check
  const jsonChecks = [{ path, ...check }]
  return { ...made, settings: { ...made.settings, jsonChecks } }
}

/** Names and indexes with dots between them. @returns the path from "$"; null: it is more than that */
function plainPath(expression: string): string | null {
  const rest = expression.replace(/^\$\.?/, '')
  if (!/^(?:(?:^|\.)[A-Za-z_]\w*|\[\d{1,9}\])*$/.test(rest)) return null
  return rest === '' || rest.startsWith('[') ? `$${rest}` : `$.${rest}`
}

/** Values are compared as texts there, and here a number is no text. */
function comparisonOf(
  row: Row,
): { readonly operator: string; readonly value: unknown } | { readonly notCarried: string } {
  const operator = textOf(row, 'json_path_operator', 'jsonPathOperator') ?? '=='
  const expected = textOf(row, 'expected_value', 'expectedValue') ?? ''
  switch (operator) {
    case '==':
      return { operator: 'matches', value: `^${escapedPattern(expected)}$` }
    case '!=':
      return { operator: 'notEquals', value: typedValue(expected) }
    case 'contains':
      return { operator: 'contains', value: expected }
    case '>':
    case '<': {
      const value = Number(expected)
      if (expected === '' || !Number.isFinite(value)) break
      return { operator: operator === '>' ? 'gt' : 'lt', value }
    }
  }
  return {
    notCarried: `It compares by ${JSON.stringify(operator)} with ${JSON.stringify(expected)}, for which there is nothing: make a check of settings.jsonChecks by hand.`,
  }
}

function typedValue(text: string): unknown {
  return /^(?:true|false|null|-?\d{1,15}(?:\.\d{1,15})?)$/.test(text) ? JSON.parse(text) : text
}

function bodyTypeOf(row: Row): string {
  const encoding = textOf(row, 'http_body_encoding', 'httpBodyEncoding') ?? 'json'
  return entryOf(BODY_TYPES, encoding) ?? 'none'
}

function headersOf(row: Row): { headers: Record<string, string>; warnings: string[] } {
  const sent = jsonOf(row, 'headers')
  const warnings: string[] = []
  const headers = Object.entries(isRow(sent) ? sent : {}).flatMap(
    ([name, value]): [string, string][] => {
      if (OWN_HEADERS.has(name.toLowerCase())) {
        warnings.push(`The header ${name} is left out: the client sends its own.`)
        return []
      }
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    },
  )
  return { headers: Object.fromEntries(headers), warnings }
}

/** How it signs in, and why it does not where there is nothing for that. */
function signInOf(row: Row): { auth: Row | undefined; pausedFor: string | null } {
  const method = textOf(row, 'auth_method', 'authMethod')
  const username = textOf(row, 'basic_auth_user', 'basicAuthUser')
  const password = textOf(row, 'basic_auth_pass', 'basicAuthPass')
  const token = textOf(row, 'bearer_token', 'bearerToken')
  if (method === 'basic') {
    const auth = { kind: 'basic', username: username ?? '', password: password ?? '' }
    return { auth, pausedFor: null }
  }
  if (method === 'bearer' && token !== null) {
    return { auth: { kind: 'bearer', token }, pausedFor: null }
  }
  const other = OTHER_SIGN_INS.get(method ?? '')
  const pausedFor =
    other === undefined ? null : `It signs in by ${other}, for which there is nothing here.`
  return { auth: undefined, pausedFor }
}

function statusesOf(row: Row): unknown {
  const sent = jsonOf(row, 'accepted_statuscodes_json', 'accepted_statuscodes')
  if (!Array.isArray(sent) || sent.length === 0) return undefined
  return sent.map((entry) => String(entry).replaceAll(/\s/g, ''))
}

function redirectsOf(row: Row): Row | undefined {
  const max = numberOf(row, 'maxredirects')
  if (max === null) return undefined
  return max === 0 ? { follow: false } : { max: within(Math.trunc(max), 1, MAX_REDIRECTS) }
}

function familyOf(row: Row): string | undefined {
  const family = textOf(row, 'ip_family', 'ipFamily')
  return family === 'ipv4' || family === 'ipv6' ? family : undefined
}
