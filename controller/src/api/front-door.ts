import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppError } from '@sightline/shared/errors'
import type { FastifyInstance } from 'fastify'
import type { Admissions } from '../accounts/admission.ts'
import { clientAddress } from './client-address.ts'
import { EXPOSED_HEADERS } from './exposed-headers.ts'
import { requestIdOf } from './hooks/request-ids.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Answers who asks for far too much before the framework hears of it, with the same bytes but for the request's id: by its way of
 *  routes, hooks and errors a refusal takes several times as long, and one host with 5,000 requests a second
 *  kept a processor busy. Whatever is not plainly to be refused goes on to the framework.
 *  To be called before any route is registered. */
export function answerAtTheDoor(
  app: FastifyInstance,
  admissions: Pick<Admissions, 'refuseAddress'>,
  {
    trustsProxy,
    sessionOf,
    now,
  }: {
    trustsProxy: boolean
    /** The session that a request is sent in; null: it has none, or a key. */
    sessionOf: (headers: IncomingMessage['headers']) => string | null
    now: () => Date
  },
): void {
  const kindOf = collectKinds(app)
  const answers = new Map<AppError, Answer>()
  const [goOn] = app.server.listeners('request') as Listener[]
  if (goOn === undefined) throw new Error('the server listens to no requests')

  function refusalOf(request: IncomingMessage): AppError | null {
    const kind = kindOf(request)
    if (kind === null) return null
    const ip = clientAddress(request, trustsProxy)
    // Whoever is signed in has limits of their own.
    const isOpen = kind === 'open' || sessionOf(request.headers) !== null
    return admissions.refuseAddress({ ip, now: now(), isOpen })
  }

  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOf(request)
    if (refusal === null) return goOn(request, response)
    const answer = answers.get(refusal) ?? answerOf(refusal)
    answers.set(refusal, answer)
    const headers = ['x-request-id', requestIdOf(request), ...answer.headers]
    // Node puts head and body together where the body is a text, and the system is given one piece in place of two.
    response.writeHead(refusal.status, headers).end(answer.body, 'latin1')
  })
}

interface Answer {
  readonly headers: string[]
  /** Its bytes, a character each. */
  readonly body: string
}

/** What the error handler answers to a browser of any site. */
function answerOf({ headers, message, body }: AppError): Answer {
  const bytes = Buffer.from(JSON.stringify({ error: message, ...body }))
  return {
    body: bytes.toString('latin1'),
    // As writeHead takes them without a look at each.
    headers: Object.entries({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
      ...lowerCased(headers),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
    }).flat(),
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}

/** Says of a request whether it is for a page that needs a key or for an open one; null: that is not plain
 *  to see, or its answer is not for scripts of other sites. */
function collectKinds(app: FastifyInstance): (request: IncomingMessage) => 'keyed' | 'open' | null {
  const openPaths: string[] = []
  const ownPages: string[] = []
  const fileFolders: string[] = []
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.cors === false) ownPages.push(url)
    if (config?.access?.area === 'open') openPaths.push(url)
    // Before a parameter or what stands for anything.
    const folder = config?.access?.area === 'file' ? /^(.*\/)[:*]/.exec(url)?.[1] : undefined
    if (folder !== undefined) fileFolders.push(folder)
  })
  return ({ method, url = '' }) => {
    const path = url.split('?', 1)[0] ?? ''
    // Preflights are never refused, and the router may read other paths in another way.
    if (method === 'OPTIONS' || !PLAIN_PATH.test(path)) return null
    if (!path.startsWith('/api/')) {
      const isOwn = ownPages.includes(path) || fileFolders.some((folder) => path.startsWith(folder))
      return isOwn ? null : 'open'
    }
    return openPaths.includes(path) ? null : 'keyed'
  }
}

const PLAIN_PATH = /^\/[\w/.-]*$/
