import type { AddArea } from './area.ts'
import { addCrawlArea } from './crawls.ts'
import { addMonitorArea } from './monitors.ts'
import { addOnDemandArea } from './on-demand.ts'
import { addOperationArea } from './operation.ts'
import { addPageArea } from './pages.ts'
import { addSignInArea } from './sign-in.ts'
import { addStatusPageArea } from './status-pages.ts'
import { addWorkspaceArea } from './workspace.ts'

/** All of the API, in the order in which its description shows it. */
export const AREAS: readonly AddArea[] = [
  addMonitorArea,
  addOnDemandArea,
  addCrawlArea,
  addStatusPageArea,
  addWorkspaceArea,
  addSignInArea,
  addOperationArea,
  addPageArea,
]
