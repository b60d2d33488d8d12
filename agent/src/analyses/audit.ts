import { PRODUCT_TOKEN } from '../net/identity.ts'
import { rulesFor } from '../robots/agent-rules.ts'
import { robotsOf } from '../robots/robots-of-file.ts'
import type { Analysis } from './analysis.ts'
import { auditPage } from './audit/audit-page.ts'

/** Source: design of the analyses, "audit" */
export const auditAnalysis: Analysis<'audit', 'page' | 'facts' | 'robots'> = {
  needs: ['page', 'facts', 'robots'],
  analyse: ({ page, facts, robots }) =>
    auditPage(page, facts, rulesFor(robotsOf(robots), PRODUCT_TOKEN)),
}
