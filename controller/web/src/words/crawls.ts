import type { Crawl } from '../data/crawls.ts'

export const CRAWL_STATUS_WORDS: Readonly<
  Record<Crawl['status'], { title: string; look: string }>
> = {
  queued: { title: 'Waiting', look: 'text-ink-faint' },
  running: { title: 'Running', look: 'text-maintenance' },
  done: { title: 'Done', look: 'text-up' },
  failed: { title: 'Failed', look: 'text-down' },
  cancelled: { title: 'Cancelled', look: 'text-degraded' },
}
