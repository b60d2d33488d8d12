import { benchAnalyses } from './analyses.ts'
import { benchApi } from './api.ts'
import { benchApp } from './app.ts'
import { benchBackup } from './backup.ts'
import { benchBrowser } from './browser.ts'
import { benchChecks } from './checks.ts'
import { benchCrawl } from './crawl.ts'
import { benchDetection } from './detection.ts'
import { benchFaults } from './faults.ts'
import { benchFleet } from './fleet.ts'
import { benchIngest } from './ingest.ts'
import { benchProduct } from './product.ts'
import { printReport, writeReport } from './report.ts'
import type { Report } from './report.ts'
import { benchReports } from './reports.ts'
import { benchRollups } from './rollups.ts'
import { benchSchedule } from './schedule.ts'
import { benchStatusPage } from './status-page.ts'

/** One measurement, bounded in time, which cleans up after itself. */
const BENCHES = {
  analyses: benchAnalyses,
  api: benchApi,
  app: benchApp,
  backup: benchBackup,
  browser: benchBrowser,
  checks: benchChecks,
  crawl: benchCrawl,
  detection: benchDetection,
  faults: benchFaults,
  fleet: benchFleet,
  ingest: benchIngest,
  product: benchProduct,
  reports: benchReports,
  rollups: benchRollups,
  schedule: benchSchedule,
  'status-page': benchStatusPage,
} as const satisfies Record<string, () => Promise<Report>>

function isBench(name: string): name is keyof typeof BENCHES {
  return Object.hasOwn(BENCHES, name)
}

const name = process.argv[2] ?? ''
if (isBench(name)) {
  const report = await BENCHES[name]()
  printReport(name, report)
  await writeReport(name, report)
  // Whatever a peer or an agent left open: one bench was seen to wait for it for ever.
  process.exit(0)
} else {
  console.error(
    `Usage: npm run bench -- NAME, where NAME is one of: ${Object.keys(BENCHES).join(', ')}`,
  )
  process.exitCode = 1
}
