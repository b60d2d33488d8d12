type Headers = ReadonlyMap<string, string>

/** Headers by which a protection says itself that it stands between us and the site. */
const BY_HEADER: readonly (readonly [name: string, value: RegExp, who: string])[] = [
  ['cf-mitigated', /challenge/i, 'Cloudflare'],
  ['x-amzn-waf-action', /challenge|captcha/i, 'AWS WAF'],
  ['x-vercel-mitigated', /challenge|deny/i, 'Vercel'],
  ['sg-captcha', /challenge/i, 'SiteGround'],
  ['x-sucuri-block', /./, 'Sucuri'],
]

/** Marks of challenge and block pages in their text, with the header that must be there too; null
 *  for marks that speak for themselves. None of them is on the ordinary pages of a protected site, which
 *  hold scripts of the same protection. */
const BY_BODY: readonly (readonly [
  mark: RegExp,
  header: readonly [name: string, value: RegExp] | null,
  who: string,
])[] = [
  [
    /cf_chl_opt|\/challenge-platform\/h\/[bg]\/orchestrate\/|Attention Required! \| Cloudflare/i,
    ['server', /cloudflare/i],
    'Cloudflare',
  ],
  [/error code: 10(?:06|07|08|09|10|12|20)\b/i, ['server', /cloudflare/i], 'Cloudflare'],
  [/\b(?:geo|ct)\.captcha-delivery\.com/i, null, 'DataDome'],
  [/Incapsula incident ID/i, null, 'Imperva'],
  [
    /\/_sec\/cp_challenge|Access Denied(?:(?!Access Denied)[^]){0,1000}?Reference(?: |&#32;)(?:#|&#35;)/i,
    ['server', /akamai/i],
    'Akamai',
  ],
  [/px-captcha/i, null, 'HUMAN (PerimeterX)'],
  [/Access Denied - Sucuri Website Firewall/i, null, 'Sucuri'],
  [
    /\/\.well-known\/ddos-guard\/|<title>DDoS-Guard<\/title>/i,
    ['server', /ddos-guard/i],
    'DDoS-Guard',
  ],
  [/\bgokuProps\b/, null, 'AWS WAF'],
]

/** Statuses that come with challenge pages: only then is the body worth a look. */
const STATUSES = new Set([202, 401, 403, 405, 429, 503])

/** How much of a refusal's body is looked at for marks, in bytes. */
export const CHALLENGE_SCAN_BYTES = 16 * 1024

export function mayBeChallenge(statusCode: number): boolean {
  return STATUSES.has(statusCode)
}

/** Who turns automated visitors away in front of the site, by the marks of the answer; null when none
 *  is there. Source: monitoring design, section 5 ("challenge-page marks")
 *  @param text the beginning of the body */
export function challengeBy(statusCode: number, headers: Headers, text: string): string | null {
  const named = BY_HEADER.find(([name, value]) => value.test(headers.get(name) ?? ''))
  if (named !== undefined) return named[2]
  if (!mayBeChallenge(statusCode)) return null
  const scanned = text.slice(0, CHALLENGE_SCAN_BYTES)
  const marked = BY_BODY.find(
    ([mark, header]) =>
      (header === null || header[1].test(headers.get(header[0]) ?? '')) && mark.test(scanned),
  )
  return marked?.[2] ?? null
}
