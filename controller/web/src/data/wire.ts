import type { z } from 'zod'
import type { ContactObject } from '../../../src/api/schemas/contact.ts'
import type { CrawlLinks } from '../../../src/api/schemas/crawl-reads.ts'
import type { CrawlSchedule } from '../../../src/api/schemas/crawl-schedule.ts'
import type { OccurrenceObject, WindowObject } from '../../../src/api/schemas/maintenance.ts'
import type {
  MonitorCountsAnswer,
  MonitorList,
  MonitorObject,
} from '../../../src/api/schemas/monitor.ts'
import type { OutageList, OutageObject } from '../../../src/api/schemas/outage.ts'
import type { StatusPageObject } from '../../../src/api/schemas/status-page.ts'
import type { OutageStoryAnswer } from '../../../src/api/schemas/workspace-outage.ts'

// What the API answers, as it comes over the wire: the types are those of the schemas that the API itself
// is described and checked by.
export type Monitor = z.input<typeof MonitorObject>
export type Monitors = z.input<typeof MonitorList>
export type MonitorCounts = z.input<typeof MonitorCountsAnswer>
export type ListedMonitor = Monitors['monitors'][number]
export type Outage = z.input<typeof OutageObject>
export type Outages = z.input<typeof OutageList>
export type Story = z.input<typeof OutageStoryAnswer>
export type StatusPage = z.input<typeof StatusPageObject>
export type Window = z.input<typeof WindowObject>
export type Occurrence = z.input<typeof OccurrenceObject>
export type LinkedPage = z.input<typeof CrawlLinks>['items'][number]
export type Schedule = z.input<typeof CrawlSchedule>
export type CrawlSettings = Schedule['settings']
export type Contact = z.input<typeof ContactObject>
/** What is done to the checks of monitors. */
export type SetAction = 'pause' | 'resume'
