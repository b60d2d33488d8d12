import type { Affected, SiteCheck } from '../site-check.ts'

export const tooManyAlike: SiteCheck = {
  severity: 'info',
  weight: 2,
  title: 'Addresses that were not crawled, as there were too many like them',
  advice:
    'A program makes them without end, as calendars and filters do, or a relative link leads into itself: search engines give up there too. Keep crawlers from those that nobody looks for, and name in a sitemap those that matter: all of these are crawled.',
  find({ urls }) {
    const affected: Affected[] = []
    let ofTotal = 0
    for (const { id, leftOut } of urls.values()) {
      if (leftOut !== 'external') ofTotal += 1
      if (leftOut === 'trap') affected.push({ urlId: id })
    }
    return { affected, ofTotal }
  },
}
