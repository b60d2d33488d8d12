import type { ToldOperations } from './told.ts'
import { ACCOUNT_EXAMPLES } from './example-account.ts'
import { ALERTING_EXAMPLES } from './example-alerting.ts'
import { ANALYSIS_EXAMPLES } from './example-analyses.ts'
import { AUDIT_EXAMPLES } from './example-audits.ts'
import { CRAWL_EXAMPLES } from './example-crawls.ts'
import { DELETED_EXAMPLES } from './example-deleted.ts'
import { FINDING_EXAMPLES } from './example-findings.ts'
import { IMPORT_EXAMPLES } from './example-imports.ts'
import { MAINTENANCE_EXAMPLES } from './example-maintenance.ts'
import { MONITOR_EXAMPLES } from './example-monitors.ts'
import { OPTIONS_EXAMPLES } from './example-options.ts'
import { OUTAGE_EXAMPLES } from './example-outages.ts'
import { REPORT_EXAMPLES } from './example-reports.ts'
import { STATUS_PAGE_EXAMPLES } from './example-status-pages.ts'

/** What is told of bodies, by operation. */
export const EXAMPLES: ToldOperations = {
  ...ACCOUNT_EXAMPLES,
  ...ALERTING_EXAMPLES,
  ...ANALYSIS_EXAMPLES,
  ...AUDIT_EXAMPLES,
  ...CRAWL_EXAMPLES,
  ...DELETED_EXAMPLES,
  ...FINDING_EXAMPLES,
  ...IMPORT_EXAMPLES,
  ...MAINTENANCE_EXAMPLES,
  ...MONITOR_EXAMPLES,
  ...OPTIONS_EXAMPLES,
  ...OUTAGE_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...STATUS_PAGE_EXAMPLES,
}
