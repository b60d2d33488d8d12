import { lastDays, shownDays } from '../../controller/src/status-pages/shown/days.ts'
import type {
  PublicStatus,
  ShownComponent,
} from '../../controller/src/status-pages/shown/public-status.ts'

const AT = new Date('2026-11-23T13:05:00Z')

/** A component that was always up. */
export function shownComponent(told: Partial<ShownComponent> = {}): ShownComponent {
  const dates = lastDays(AT.getTime(), 'UTC', 90).map(({ date }) => date)
  const times = dates.map((_, index) => ({ day: index + 1, status: 'up', seconds: 86_400 }))
  return {
    id: 'cmp_1',
    name: 'Shop',
    description: '',
    group: null,
    state: 'operational',
    since: AT,
    uptime30d: 100,
    uptime90d: 100,
    days: shownDays(dates, times),
    responseMs: null,
    ...told,
  }
}

/** What a status page with one good component tells. */
export function publicStatus(told: Partial<PublicStatus> = {}): PublicStatus {
  return {
    slug: 'example',
    title: 'Example Ltd',
    description: '',
    homeUrl: null,
    timezone: 'Europe/Berlin',
    color: null,
    logo: null,
    at: AT,
    state: 'operational',
    components: [shownComponent()],
    outages: [],
    maintenance: [],
    ...told,
  }
}
