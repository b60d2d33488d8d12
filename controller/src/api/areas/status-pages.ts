import { addPublicStatusRoutes } from '../routes/public-status.ts'
import { addStatusPageExportRoute } from '../routes/status-page-export.ts'
import { addSubscriberRoutes } from '../routes/status-page-subscribers.ts'
import { addStatusPageRoutes } from '../routes/status-pages.ts'
import type { AddArea } from './area.ts'

/** Status pages: as their people make them, and as the public reads them. */
export const addStatusPageArea: AddArea = (app, { deps, services, ownHosts, publicUrl }) => {
  const { directory, kept, logos, statusPages } = services
  addStatusPageRoutes(app, statusPages)
  addStatusPageExportRoute(app, { pages: statusPages, directory, kept })
  addSubscriberRoutes(app, services.subscribers)
  addPublicStatusRoutes(app, {
    directory,
    kept,
    logos,
    ownHosts,
    publicUrl,
    canSubscribe: deps.smtpUrl !== null,
  })
}
