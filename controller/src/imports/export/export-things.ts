import type { ContactField } from '../../alerting/channels/channel.ts'
import { CHANNEL_FIELDS } from '../../alerting/channels/index.ts'
import type { ImportContext } from '../import-context.ts'

/** Entries of one statement; a window may name every monitor of a workspace. */
const PAGE = 20

interface Page {
  readonly limit: number
  readonly offset: number
}

/** A list that shows the newest first, page by page from its end: things are made again in the order in which they
 *  were made. */
async function* oldestFirst<T>(
  read: (page: Page) => Promise<{ readonly total: number; readonly entries: readonly T[] }>,
): AsyncGenerator<readonly T[]> {
  const { total } = await read({ limit: 1, offset: 0 })
  for (let end = total; end > 0; end -= PAGE) {
    const offset = Math.max(0, end - PAGE)
    const { entries } = await read({ limit: end - offset, offset })
    yield entries.toReversed()
  }
}

const EXPORTED_FIELDS = new Set(
  Object.entries<ContactField>(CHANNEL_FIELDS)
    .filter(([, { staysHere }]) => staysHere !== true)
    .map(([name]) => name),
)

/** Alert contacts, as POST /alerting/contacts takes them, secrets hidden. */
export async function* exportContacts(
  { contacts }: Pick<ImportContext, 'contacts'>,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  const read = async (page: Page) => {
    const found = await contacts.list(workspaceId, page)
    return { total: found.total, entries: found.contacts }
  }
  for await (const views of oldestFirst(read)) {
    yield views.map((view) => {
      const fields = Object.entries(view).filter(
        ([name, value]) => EXPORTED_FIELDS.has(name) && value !== null,
      )
      return { id: view.id, name: view.name, ...Object.fromEntries(fields) }
    })
  }
}

/** Alert teams, as POST /alerting/teams takes them. */
export async function* exportTeams(
  { teams }: Pick<ImportContext, 'teams'>,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  const read = async (page: Page) => {
    const found = await teams.list(workspaceId, page)
    return { total: found.total, entries: found.teams }
  }
  for await (const views of oldestFirst(read)) {
    yield views.map(({ id, name, memberIds, contactIds, escalation }) => ({
      id,
      name,
      memberIds,
      contactIds,
      escalation,
    }))
  }
}

/** Maintenance windows, as POST /maintenance takes them: without what was moved or cancelled of their occurrences. */
export async function* exportWindows(
  { windows }: Pick<ImportContext, 'windows'>,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  const read = async (page: Page) => {
    const found = await windows.list(workspaceId, page)
    return { total: found.total, entries: found.maintenance }
  }
  for await (const views of oldestFirst(read)) {
    yield views.map((view) => ({
      id: view.id,
      description: view.description,
      from: view.from,
      to: view.to,
      recurrence: view.recurrence,
      repeatEvery: view.repeatEvery,
      effectiveTo: view.effectiveTo,
      timezone: view.timezone,
      ...(view.allMonitors ? { allMonitors: true } : { monitorIds: view.monitorIds }),
    }))
  }
}

/** Crawls that repeat, as POST /crawl/schedules takes them. */
export async function* exportCrawlSchedules(
  { crawlSchedules }: Pick<ImportContext, 'crawlSchedules'>,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  // Only who owns them matters to a list.
  const owner = { workspaceId, plan: { tier: '', maxCrawlPages: 0 } }
  const read = async (page: Page) => {
    const found = await crawlSchedules.list(owner, page)
    return { total: found.total, entries: found.schedules }
  }
  for await (const views of oldestFirst(read)) {
    yield views.map(
      ({ id, url, region, from, recurrence, repeatEvery, timezone, active, alerts, settings }) => ({
        id,
        url,
        region,
        from,
        recurrence,
        repeatEvery,
        timezone,
        active,
        alerts,
        ...settings,
      }),
    )
  }
}

/** Status pages, as POST /status-pages takes them: without their subscribers. */
export async function* exportStatusPages(
  { statusPages }: Pick<ImportContext, 'statusPages'>,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  const read = async (page: Page) => {
    const found = await statusPages.list(workspaceId, page)
    return { total: found.total, entries: found.statusPages }
  }
  for await (const views of oldestFirst(read)) {
    yield await Promise.all(
      views.map(async (view) => ({
        id: view.id,
        slug: view.slug,
        title: view.title,
        description: view.description,
        homeUrl: view.homeUrl,
        timezone: view.timezone,
        color: view.color,
        logo: view.logoUrl === null ? null : await statusPages.logo(workspaceId, view.id),
        host: view.host,
        published: view.published,
        listed: view.listed,
        showResponseTimes: view.showResponseTimes,
        components: view.components.map(({ monitorId, name, description, group }) => ({
          monitorId,
          name,
          description,
          group,
        })),
      })),
    )
  }
}
