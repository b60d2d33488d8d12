import { AppError } from '@sightline/shared/errors'
import { once } from '../../process/once.ts'
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

/** Loads the library with the first request: it takes 50 MB, and most controllers sign in nobody for hours. */
export function createSignIn(parts: SignInParts): SignIn {
  const load = once(() => import('./open-library.ts'))
  const opened = new Map<string, ReturnType<typeof open>>()

  async function open(isSecure: boolean) {
    const { openLibrary } = await load()
    return openLibrary(parts, isSecure)
  }

  /** One for each scheme, as its cookies differ, and anew once another key signs. */
  function libraryFor(isSecure: boolean): ReturnType<typeof open> {
    const versions = parts.secrets().map(({ version }) => version)
    const name = `${isSecure ? 'https' : 'http'} ${versions.join(' ')} ${parts.publicUrl()}`
    const library = opened.get(name) ?? open(isSecure)
    if (!opened.has(name) && opened.size > 4) opened.clear()
    opened.set(name, library)
    return library
  }

  return {
    async ask(request) {
      const { isSecure } = request.client
      const library = await libraryFor(isSecure)
      const asked = requestOf(request, parts)
      try {
        return await answerOf(await library.handler(asked))
      } catch (error: unknown) {
        throw refusalOf(error) ?? error
      }
    },
  }
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
    throw (
      refusalOf({ statusCode: response.status, body }) ??
      new AppError('internal', 'Internal error.')
    )
  }
  return {
    body: body as SignInAnswer['body'],
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  }
}
