import type { Database } from '../db/pool.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { getAnalysis } from '../diagnosis/read-analysis.ts'
import { getHoursOfDay } from './hours-of-day.ts'
import { getOutages } from './outages.ts'
import { getPerformance } from './performance.ts'
import { getProbes } from './read-probes.ts'
import { requiringLocation } from './require-location.ts'
import { getResults } from './results/read-results.ts'
import { getSummary } from './summary.ts'

/** What the API tells of how a monitor did; each call throws AppError for what it refuses. */
export type ReportService = ReturnType<typeof createReportService>

/** @param readsOf the database for a workspace's reads, which take turns with those of others */
export function createReportService(
  context: Pick<ServiceContext, 'now'>,
  readsOf: (workspaceId: number) => Database,
) {
  const reading = (workspaceId: number): ServiceContext => ({
    now: context.now,
    db: readsOf(workspaceId),
  })
  return {
    results: requiringLocation(reading, getResults),
    probes: (workspaceId: number, id: string, window: Parameters<typeof getProbes>[3]) =>
      getProbes(reading(workspaceId), workspaceId, id, window),
    analysis: (workspaceId: number, id: string, outageId: string | null) =>
      getAnalysis(reading(workspaceId), workspaceId, id, outageId),
    summary: requiringLocation(reading, getSummary),
    outages: (workspaceId: number, id: string, query: Parameters<typeof getOutages>[3]) =>
      getOutages(reading(workspaceId), workspaceId, id, query),
    performance: requiringLocation(reading, getPerformance),
    hoursOfDay: requiringLocation(reading, getHoursOfDay),
  } as const
}
