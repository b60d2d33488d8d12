import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { RenderRequest, WaitFor } from '../../browser/browser.ts'
import { createAuthorization } from '../../http/authorization.ts'
import { uniquePath } from './request.ts'

type Settings = SettingsOf<'web'>

function waitForOf({ waitFor, selector }: Settings['render']): WaitFor {
  return waitFor === 'selector' ? { kind: waitFor, selector: selector ?? '' } : { kind: waitFor }
}

/** The pairs of a Cookie header. Source: RFC 6265, section 4.2.1 */
function cookiesOf(header: string | undefined): { name: string; value: string }[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [{ name: name.trim(), value: value.join('=').trim() }]
  })
}

/** What a browser is asked to load for a monitor: the monitor's own address as the plain request has it,
 *  with the same headers, sign-in and cookies, which stay with its origin. Redirects, versions of TLS and
 *  HTTP, and what else is sent, are the browser's own choice, as they are with visitors. */
export function renderRequestOf(url: URL, settings: Settings): RenderRequest {
  const { auth, tls, ipFamily, cacheBust, render } = settings
  const headers = new Map(
    Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const cookie = headers.get('cookie')
  const userAgent = headers.get('user-agent') ?? settings.userAgent
  for (const name of ['cookie', 'user-agent']) headers.delete(name)
  // Basic and bearer go along at once, as in the plain request; digest answers a challenge.
  const authorization = createAuthorization(auth).next('GET')
  if (authorization !== null) headers.set('authorization', authorization(url.pathname))
  const { kind, username, password } = auth
  return {
    url: cacheBust ? new URL(uniquePath(url), url) : url,
    headers: Object.fromEntries(headers),
    userAgent,
    credentials: kind === 'digest' ? { username: username ?? '', password: password ?? '' } : null,
    cookies: cookiesOf(cookie),
    waitFor: waitForOf(render),
    verifyTls: tls.verify,
    family: ipFamily,
  }
}
