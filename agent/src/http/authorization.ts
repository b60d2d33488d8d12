import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { DigestChallenge } from './digest.ts'
import { answerDigest, parseDigestChallenge } from './digest.ts'

/** The credentials of one check, from hop to hop. */
export interface Authorization {
  /** Makes the header of the next request; null when there is nothing to send (yet). */
  readonly next: (method: string) => ((path: string) => string) | null
  /** Hears that a redirect is followed: what is asked next has not been refused yet. */
  readonly movedOn: () => void
  /** Hears a 401. @returns whether to ask again with an answer to its challenge */
  readonly challenged: (wwwAuthenticate: string | undefined) => boolean
}

/** Header values are bytes: what is not in Latin-1 goes as the bytes of its UTF-8, and a line break
 *  would begin another header. */
function headerValue(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return Buffer.from(text.replace(/[\u0000-\u001f\u007f]+/g, ' '), 'utf8').toString('latin1')
}

/** Basic and bearer credentials go along at once, digest ones as the answer to a challenge, which
 *  holds for the hops after it too. A challenge is answered once at each hop, if it is not the one that
 *  was just answered, and once more when the server says that only its nonce is too old (RFC 7616,
 *  section 3.3). */
export function createAuthorization(auth: SettingsOf<'web'>['auth']): Authorization {
  const username = auth.username ?? ''
  const password = auth.password ?? ''
  let challenge: DigestChallenge | null = null
  let nonceCount = 0
  let answers = 0

  return {
    next(method) {
      if (auth.kind === 'basic') {
        const pair = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
        return () => `Basic ${pair}`
      }
      if (auth.kind === 'bearer') return () => headerValue(`Bearer ${auth.token ?? ''}`)
      const answered = challenge
      if (answered === null) return null
      nonceCount += 1
      const count = nonceCount
      return (path) =>
        headerValue(answerDigest(answered, { username, password }, { method, path }, count))
    },
    movedOn() {
      answers = 0
    },
    challenged(wwwAuthenticate) {
      if (auth.kind !== 'digest' || wwwAuthenticate === undefined) return false
      const parsed = parseDigestChallenge(wwwAuthenticate)
      if (parsed === null || answers >= 2) return false
      const isRefused = answers > 0 || parsed.nonce === challenge?.nonce
      if (isRefused && !parsed.isStale) return false
      answers += 1
      challenge = parsed
      nonceCount = 0
      return true
    },
  }
}
