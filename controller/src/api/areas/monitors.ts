import { addAnalysisRoute } from '../routes/analysis.ts'
import { addEventsRoute } from '../routes/events.ts'
import { addHoursOfDayRoute } from '../routes/hours-of-day.ts'
import { addMaintenanceOccurrenceRoutes } from '../routes/maintenance-occurrences.ts'
import { addMaintenanceRoutes } from '../routes/maintenance.ts'
import { addMonitorActions } from '../routes/monitor-actions.ts'
import { addMonitorCountsRoute } from '../routes/monitor-counts.ts'
import { addMonitorTestRoute } from '../routes/monitor-test.ts'
import { addMonitorBulkRoutes } from '../routes/monitors-bulk.ts'
import { addMonitorRoutes } from '../routes/monitors.ts'
import { addOptionsRoute } from '../routes/options.ts'
import { addOutageScreenshotRoute } from '../routes/outage-screenshot.ts'
import { addOutagesRoute } from '../routes/outages.ts'
import { addPerformanceRoute } from '../routes/performance.ts'
import { addProbesRoute } from '../routes/probes.ts'
import { addProposeRoute } from '../routes/propose.ts'
import { addResultRoutes } from '../routes/results.ts'
import { addSummaryRoute } from '../routes/summary.ts'
import { addWorkspaceOutageRoutes } from '../routes/workspace-outages.ts'
import type { AddArea } from './area.ts'

/** Monitors, what is read of them, and maintenance. */
export const addMonitorArea: AddArea = (
  app,
  { deps: { db, log, live }, services, now, continentOf },
) => {
  const { monitors, outages, reports, windows } = services
  addMonitorRoutes(app, monitors)
  addMonitorBulkRoutes(app, monitors)
  addMonitorCountsRoute(app, monitors)
  addOptionsRoute(app, monitors)
  addMonitorActions(app, monitors)
  addMonitorTestRoute(app, { monitors, log })
  addProposeRoute(app, services.propose, continentOf)
  addEventsRoute(app, live, { db, now })
  addWorkspaceOutageRoutes(app, outages, now)
  addOutageScreenshotRoute(app, outages)
  addResultRoutes(app, reports, now)
  addSummaryRoute(app, reports, now)
  addOutagesRoute(app, reports, now)
  addPerformanceRoute(app, reports, now)
  addHoursOfDayRoute(app, reports, now)
  addProbesRoute(app, reports, now)
  addMaintenanceRoutes(app, windows)
  addMaintenanceOccurrenceRoutes(app, windows)
  addAnalysisRoute(app, reports)
}
