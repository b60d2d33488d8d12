import type { FastifyInstance } from 'fastify'
import { noSuchPage } from '../errors.ts'
import { isNavigation } from '../navigation.ts'
import type { OwnHosts } from '../own-hosts.ts'
import { sendPage } from '../pages/page.ts'
import { noStatusPage } from '../pages/status-page/index-page.ts'
import type { SendDocument } from './app-pages.ts'

/** Says of an address that nothing is at it, outside the API: to people with a page that leads on, to programs in JSON.
 *  @param sendDocument of the app; null: there is no app here, and JSON for all */
export function addUnknownPages(
  app: FastifyInstance,
  { ownHosts, sendDocument }: { ownHosts: OwnHosts; sendDocument: SendDocument | null },
): void {
  app.setNotFoundHandler((request, reply) => {
    if (!isNavigation(request)) throw noSuchPage()
    const isAtOwnHost = ownHosts.has(request.raw)
    if (isAtOwnHost || request.url.startsWith('/status/')) {
      return sendPage(reply, 404, noStatusPage(isAtOwnHost))
    }
    if (sendDocument === null) throw noSuchPage()
    return sendDocument(request, reply.code(404))
  })
}
