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
 *  for marks that speak for themselves. */
const BY_BODY: readonly (readonly [
  mark: RegExp,
  header: readonly [name: string, value: RegExp] | null,
  who: string,
])[] = [
  [
    /\/cdn-cgi\/challenge-platform\/|cf-chl-|cf_chl_|Attention Required! \| Cloudflare/i,
    ['server', /cloudflare/i],
    'Cloudflare',
  ],
  [/error code: 10(?:06|07|08|09|10|12|20)\b/i, ['server', /cloudflare/i], 'Cloudflare'],
  [/captcha-delivery\.com/i, null, 'DataDome'],
  [/_Incapsula_Resource|Incapsula incident ID/i, null, 'Imperva'],
  [
    /\/_sec\/cp_challenge|Reference&#32;&#35;|Reference #\d+\.[0-9a-f]+/i,
    ['server', /akamai/i],
    'Akamai',
  ],
  [/px-captcha|window\._pxAppId/i, null, 'HUMAN (PerimeterX)'],
  [/Sucuri WebSite Firewall/i, null, 'Sucuri'],
  [/ddos-guard/i, ['server', /ddos-guard/i], 'DDoS-Guard'],
  [/awswaf\.com\//i, null, 'AWS WAF'],
]

/** Statuses that come with challenge pages: only then is the body worth a look. */
const STATUSES = new Set([202, 401, 403, 405, 429, 503])

/** How much of a refusal's body is looked at for marks, in bytes. */
export const CHALLENGE_SCAN_BYTES = 16 * 1024

export function mayBeChallenge(statusCode: number): boolean {
  return STATUSES.has(statusCode)
}

/** Who turns automated visitors away in front of the site, by the marks of the answer; null when none
 *  is there. Source: monitoring design, section 5 ("challenge-page marks") */
export function challengeBy(headers: Headers, text: string): string | null {
  const named = BY_HEADER.find(([name, value]) => value.test(headers.get(name) ?? ''))
  if (named !== undefined) return named[2]
  const marked = BY_BODY.find(
    ([mark, header]) =>
      (header === null || header[1].test(headers.get(header[0]) ?? '')) && mark.test(text),
  )
  return marked?.[2] ?? null
}
