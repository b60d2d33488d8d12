import type { Answer, TestApi } from './test-api.ts'

/** Somebody who is signed in, in a browser of their own. */
export interface Browser {
  /** Cookies that the browser has, by name. */
  readonly cookies: Map<string, string>
  /** Asks as a page of the app does. */
  readonly ask: (
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; ip?: string; payload?: string },
  ) => Promise<Answer>
}

/** A browser that nobody is signed in with. */
export function openBrowser(api: TestApi): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async ask(method, path, { headers, ...options } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await api.ask(method, path, {
        key: null,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(cookie === '' ? {} : { cookie }),
          ...headers,
        },
        ...options,
      })
      keep(cookies, answer.headers['set-cookie'])
      return answer
    },
  }
}

function keep(cookies: Map<string, string>, sent: string | readonly string[] | undefined): void {
  for (const line of [sent ?? []].flat()) {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value)
  }
}

export const PASSWORD = 'correct horse battery'

/** Uses the sign-up link of the installation. */
export async function signUpOwner(api: TestApi, email = 'owner@example.com'): Promise<Browser> {
  const browser = openBrowser(api)
  const answer = await browser.ask('POST', '/sign-up', {
    payload: new URLSearchParams({
      token: api.signUpToken,
      email,
      name: 'Ada',
      password: PASSWORD,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  if (answer.status >= 400) throw new Error(`the owner was not signed up: ${answer.status}`)
  return browser
}

/** Signs in with a password. */
export function signIn(browser: Browser, email: string, password = PASSWORD): Promise<Answer> {
  return browser.ask('POST', '/api/auth/sign-in/email', { body: { email, password } })
}
