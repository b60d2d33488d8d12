import type { Library } from './open-library.ts'
import { refusalOf } from './refusals.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** From where a request of a browser came. */
export interface Client {
  readonly ip: string
  readonly cookies: string | undefined
  readonly userAgent: string | undefined
  /** Whether it came over https, in the end. */
  readonly isSecure: boolean
}

/** What better-auth is asked. */
export interface SignInRequest {
  readonly method: 'GET' | 'POST'
  /** Below /api/auth, with its query. */
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly client: Client
}

/** What it answered. */
export interface SignInAnswer {
  readonly body: Readonly<Record<string, unknown>>
  /** Set-Cookie headers. */
  readonly cookies: readonly string[]
  /** Where it leads on; null: nowhere. */
  readonly location: string | null
}

/** Passwords, second steps and what else proves who somebody is: all of it is better-auth's, whose tables are the
 *  people's. */
export interface SignIn {
  /** @throws AppError with a sentence for what it refuses */
  readonly ask: (request: SignInRequest) => Promise<SignInAnswer>
}

/** Longest name of a browser that is kept. */
const MAX_USER_AGENT_LENGTH = 300

/** Ways to sign in beyond passwords, by what the library calls them. What each takes is loaded when it is asked
 *  for: passkeys another 10 MB, and the identity provider is waited for. */
const WAYS = {
  oidc: {
    path: /^\/(?:sign-in\/social$|callback\/)/,
    load: async (parts: SignInParts) => (await import('./oidc-options.ts')).oidcOptions(parts),
  },
  passkey: {
    path: /^\/passkey\//,
    load: async (parts: SignInParts) =>
      (await import('./passkey-options.ts')).passkeyOptions(parts.publicUrl()),
  },
} as const
type Way = keyof typeof WAYS

/** Two schemes and three ways, and those with the keys before. */
const MAX_OPEN = 12

/** Loads the library with the first request: it takes 45 MB, and most controllers sign in nobody for hours. */
export function createSignIn(parts: SignInParts): SignIn {
  const opened = new Map<string, Promise<Library>>()

  async function open(isSecure: boolean, way: Way | null): Promise<Library> {
    const { openLibrary } = await import('./open-library.ts')
    return openLibrary(parts, isSecure, way === null ? null : await WAYS[way].load(parts))
  }

  /** One for each scheme, as its cookies differ, and each way, and anew once another key signs. */
  function libraryFor({ path, client: { isSecure } }: SignInRequest): Promise<Library> {
    const way = wayOf(path)
    const versions = parts.secrets().map(({ version }) => version)
    const name = [isSecure, way, ...versions, parts.publicUrl()].join(' ')
    const library = opened.get(name) ?? open(isSecure, way)
    if (!opened.has(name) && opened.size >= MAX_OPEN) opened.clear()
    opened.set(name, library)
    return library
  }

  return {
    async ask(request) {
      const library = await libraryFor(request)
      const asked = requestOf(request, parts)
      try {
        return await answerOf(await library.handler(asked))
      } catch (error: unknown) {
        throw refusalOf(error) ?? error
      }
    },
  }
}

function wayOf(path: string): Way | null {
  if (WAYS.oidc.path.test(path)) return 'oidc'
  return WAYS.passkey.path.test(path) ? 'passkey' : null
}

function requestOf(
  { method, path, body, client }: SignInRequest,
  { cookies, publicUrl }: SignInParts,
): Request {
  const headers = new Headers({
    'x-sightline-client': client.ip,
    cookie: cookies.rewrite(client.cookies, client.isSecure),
    'user-agent': (client.userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  })
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new Request(`${publicUrl()}/api/auth${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function answerOf(response: Response): Promise<SignInAnswer> {
  const text = await response.text()
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  const body = typeof parsed === 'object' && parsed !== null ? parsed : {}
  if (response.status >= 400) {
    const failure = new Error(`better-auth answered ${response.status}: ${text.slice(0, 200)}`)
    throw refusalOf({ statusCode: response.status, body }) ?? failure
  }
  return {
    body: body as SignInAnswer['body'],
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  }
}
