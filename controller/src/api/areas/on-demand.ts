import { addAuditRoutes } from '../routes/audits.ts'
import { addOneUrlRoutes } from '../routes/one-url.ts'
import { addTracerouteRoute } from '../routes/traceroute.ts'
import { addUptimeCheckRoute } from '../routes/uptime-check.ts'
import type { AddArea } from './area.ts'

/** What an agent is asked at once: one page, one path, one check. */
export const addOnDemandArea: AddArea = (app, { services, continentOf }) => {
  addTracerouteRoute(app, services.traceroute, continentOf)
  addUptimeCheckRoute(app, services.checkUptime, continentOf)
  addOneUrlRoutes(app, services.analyse, continentOf)
  addAuditRoutes(app, services.audits, continentOf)
}
