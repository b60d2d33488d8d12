import { createHash, randomBytes } from 'node:crypto'

/** What a server asks for before it lets anyone in. Source: RFC 7616, section 3.3 */
export interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque: string | null
  /** The last nonce was right but too old: the credentials were not refused. */
  readonly isStale: boolean
  readonly algorithm: 'MD5' | 'MD5-sess' | 'SHA-256' | 'SHA-256-sess'
  /** null: a server of RFC 2069 that names none. */
  readonly qop: 'auth' | null
}

const ALGORITHMS = ['SHA-256', 'SHA-256-sess', 'MD5', 'MD5-sess'] as const
/** A challenge that is longer is not read: no server needs it. */
const MAX_HEADER_LENGTH = 8_192

const SCHEME =
  /(?:^|,)[ \t]*([A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]*)[ \t]+(?=[A-Za-z][A-Za-z0-9-]*[ \t]*=[ \t]*["A-Za-z0-9])/g
/** Begins at the beginning of a word only: from each letter of a long one it would take hundreds of ms. */
const PARAMETER = /(?<![A-Za-z0-9-])([A-Za-z0-9-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g
/** One that is not closed goes on to the end, so that its end is not looked for again from each quote in it. */
const QUOTED = /"(?:[^"\\]|\\.?)*("|$)/g

function parametersOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '')
  }
  return found
}

function challengeOf(text: string): DigestChallenge | null {
  const parameters = parametersOf(text)
  const realm = parameters.get('realm')
  const nonce = parameters.get('nonce')
  const named = (parameters.get('algorithm') ?? 'MD5').toLowerCase()
  const algorithm = ALGORITHMS.find((each) => each.toLowerCase() === named)
  const offered = parameters.get('qop')
  const qops = offered
    ?.toLowerCase()
    .split(',')
    .map((qop) => qop.trim())
  if (realm === undefined || !nonce || algorithm === undefined) return null
  if (qops !== undefined && !qops.includes('auth')) return null
  return {
    realm,
    nonce,
    opaque: parameters.get('opaque') ?? null,
    isStale: parameters.get('stale')?.toLowerCase() === 'true',
    algorithm,
    qop: qops === undefined ? null : 'auth',
  }
}

/** The strongest challenge among those of a WWW-Authenticate header that can be answered; null when
 *  there is none. Several may stand in one value, of other schemes too (RFC 9110, section 11.6.1). */
export function parseDigestChallenge(header: string): DigestChallenge | null {
  if (header.length > MAX_HEADER_LENGTH) return null
  // Commas and words within quotes must not look like the next scheme.
  const blanked = header.replace(QUOTED, (quoted, closing) =>
    closing === '' ? quoted : `"${'x'.repeat(quoted.length - 2)}"`,
  )
  const starts = [...blanked.matchAll(SCHEME)].map((match) => ({
    scheme: (match[1] ?? '').toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }))
  const challenges = starts
    .map(({ scheme, to }, i) =>
      scheme === 'digest' ? challengeOf(header.slice(to, starts[i + 1]?.from)) : null,
    )
    .filter((challenge) => challenge !== null)
  return (
    challenges.toSorted(
      (a, b) => ALGORITHMS.indexOf(a.algorithm) - ALGORITHMS.indexOf(b.algorithm),
    )[0] ?? null
  )
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** The Authorization header that answers a challenge.
 *  @param nonceCount how many requests have used this nonce, this one included
 *  @param clientNonce a random one unless a test brings its own
 *  Source: RFC 7616, section 3.4 */
export function answerDigest(
  challenge: DigestChallenge,
  credentials: { username: string; password: string },
  request: { method: string; path: string },
  nonceCount: number,
  clientNonce = randomBytes(16).toString('hex'),
): string {
  const { realm, nonce, algorithm, qop, opaque } = challenge
  const { username, password } = credentials
  const hashName = algorithm.startsWith('SHA-256') ? 'sha256' : 'md5'
  const hash = (text: string): string => createHash(hashName).update(text, 'utf8').digest('hex')
  const secret = hash(`${username}:${realm}:${password}`)
  const a1 = algorithm.endsWith('-sess') ? hash(`${secret}:${nonce}:${clientNonce}`) : secret
  const a2 = hash(`${request.method}:${request.path}`)
  const count = nonceCount.toString(16).padStart(8, '0')
  const response =
    qop === null
      ? hash(`${a1}:${nonce}:${a2}`)
      : hash(`${a1}:${nonce}:${count}:${clientNonce}:${qop}:${a2}`)
  const parts = [
    `username=${quoted(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.path)}`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === null && !algorithm.endsWith('-sess') ? [] : [`cnonce="${clientNonce}"`]),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${count}`]),
  ]
  return `Digest ${parts.join(', ')}`
}
