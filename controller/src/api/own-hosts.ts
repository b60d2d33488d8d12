import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Directory } from '../status-pages/directory.ts'
import type { Api } from './api-types.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Requests to the host of a status page, which begin nowhere else than there. */
export interface OwnHosts {
  readonly has: (request: IncomingMessage) => boolean
}

/** Leads requests to the host of a status page to that page, before anything else looks at their address: there is no
 *  app and no API at such a host. To be called after whatever else stands in front of the framework. */
export function serveOwnHosts(
  app: Api,
  directory: Pick<Directory, 'atHost'>,
  { trustsProxy }: { readonly trustsProxy: boolean },
): OwnHosts {
  const atOwnHost = new WeakSet<IncomingMessage>()
  const [goOn] = app.server.listeners('request') as Listener[]
  if (goOn === undefined) throw new Error('the server listens to no requests')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const page = directory.atHost(hostOf(request, trustsProxy))
    const { url = '/' } = request
    if (page !== null) {
      atOwnHost.add(request)
      const rest = url === '/' || url.startsWith('/?') ? url.slice(1) : url
      request.url = `/status/${page.slug}${rest}`
    }
    goOn(request, response)
  })
  return { has: (request) => atOwnHost.has(request) }
}

/** Without its port, in small letters. */
function hostOf({ headers }: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = headers['x-forwarded-host']
  const told =
    trustsProxy && typeof forwarded === 'string' ? forwarded.split(',').at(-1) : undefined
  return (told ?? headers.host ?? '').trim().toLowerCase().replace(/:\d+$/, '')
}
