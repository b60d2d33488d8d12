import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import type { OidcSettings } from '../../controller/src/accounts/sign-in/oidc.ts'
import { listen } from './listen.ts'

/** What the provider says of somebody. */
interface Profile {
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** A real identity provider on the loopback interface, gone when the test ends. */
export interface IdentityProvider {
  readonly settings: OidcSettings
  /** People by the name that they sign in with. */
  readonly people: Map<string, Profile>
  /** Does what a person does in a browser: signs in and agrees.
   *  @returns where the browser is sent back to */
  readonly signIn: (url: string, login: string) => Promise<URL>
}

/** @param callback where it sends people back to */
export async function startIdentityProvider(
  callback: string,
  options: Partial<Pick<OidcSettings, 'domains' | 'role'>> = {},
): Promise<IdentityProvider> {
  const people = new Map<string, Profile>()
  const client = { clientId: 'sightline', clientSecret: 'a secret of both' }
  const server = createServer()
  const port = await listen(server)
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of tests'] },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))

  async function signIn(url: string, login: string): Promise<URL> {
    const cookies = new Map<string, string>()
    let at = new URL(url)
    let form: URLSearchParams | null = null
    for (let step = 0; step < 20; step += 1) {
      if (at.origin !== issuer) return at
      const response = await fetch(at, {
        method: form === null ? 'GET' : 'POST',
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        body: form,
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      const page = await response.text()
      if (location !== null) {
        at = new URL(location, at)
        form = null
      } else {
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
        if (prompt === undefined || action === undefined) throw new Error(`no form: ${page}`)
        at = new URL(action, at)
        form = new URLSearchParams({ prompt, login, password: 'any' })
      }
    }
    throw new Error('the provider sends people round in circles')
  }

  return {
    settings: { issuer, ...client, name: 'Example Corp', domains: [], role: 'viewer', ...options },
    people,
    signIn,
  }
}
