import { AppError } from '@sightline/shared/errors'
import type { Queryable } from '../db/pool.ts'
import { isUniqueViolation } from '../db/pool.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { NewComponent, StatusPageConfigRow, StatusPageRow } from '../db/status-pages.ts'
import {
  countStatusPages,
  deleteStatusPage,
  findStatusPage,
  insertStatusPage,
  listStatusPages,
  lockShownMonitors,
  readComponents,
  readLogo,
  replaceComponents,
  updateStatusPage,
  writeLogo,
} from '../db/status-pages.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import { nothingWithId } from '../input/not-found.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { StatusPageChangeInput, StatusPageCreationInput } from './page-input.ts'
import type { StatusPageView } from './page-view.ts'
import { viewStatusPage } from './page-view.ts'

/** Pages of one workspace; more is a mistake of a program. */
export const MAX_STATUS_PAGES = 50

/** Everything the API does with status pages; each call throws AppError for what it refuses. */
export type StatusPageService = ReturnType<typeof createStatusPageService>

/** What the service works with. */
interface Context extends ServiceContext {
  /** Where people reach this installation: its own host cannot be a page's. */
  readonly publicUrl: () => string
  /** A page changed that the public reads. */
  readonly changed: (pageId: number) => void
}

export function createStatusPageService(context: Context) {
  const { db } = context
  const view = async (tx: Queryable, rows: readonly StatusPageRow[]): Promise<StatusPageView[]> => {
    const ids = rows.map(({ id }) => id)
    const components = Map.groupBy(await readComponents(tx, ids), ({ pageId }) => pageId)
    return rows.map((row) => viewStatusPage(row, components.get(row.id) ?? [], context.publicUrl()))
  }
  const viewOne = async (tx: Queryable, workspaceId: number, id: string) => {
    const [page] = await view(tx, [await requirePage(tx, workspaceId, id)])
    if (page === undefined) throw nothingWithId('status page', id)
    return page
  }
  const inTurn = async <T>(
    input: StatusPageChangeInput,
    workspaceId: number,
    work: (tx: Queryable) => Promise<{ pageId: number; done: T }>,
  ): Promise<T> => {
    const { pageId, done } = await naming(input, () =>
      db.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId)
        return work(tx)
      }),
    )
    context.changed(pageId)
    return done
  }
  const make = async (tx: Queryable, workspaceId: number, input: StatusPageCreationInput) => {
    if ((await countStatusPages(tx, workspaceId)) >= MAX_STATUS_PAGES) throw tooMany()
    const publicId = newPublicId('stp')
    const config = configOf(input, DEFAULTS, context)
    const createdAt = context.now()
    const pageId = await insertStatusPage(tx, workspaceId, { ...config, publicId, createdAt })
    await writeRest(tx, workspaceId, pageId, input)
    return { pageId, done: await viewOne(tx, workspaceId, publicId) }
  }
  return {
    async list(workspaceId: number, page: { limit: number; offset: number }) {
      const rows = await listStatusPages(db, workspaceId, page)
      return {
        total: await countStatusPages(db, workspaceId),
        statusPages: await view(db, rows),
      }
    },
    get: (workspaceId: number, id: string) => viewOne(db, workspaceId, id),
    create: (workspaceId: number, input: StatusPageCreationInput): Promise<StatusPageView> =>
      inTurn(input, workspaceId, (tx) => make(tx, workspaceId, input)),
    /** Says what would keep a page from being made, by making it and taking it back.
     *  @throws AppError as `create` does */
    async check(workspaceId: number, input: StatusPageCreationInput): Promise<void> {
      const rehearsed = new Error('only tried')
      try {
        await inTurn(input, workspaceId, async (tx) => {
          await make(tx, workspaceId, input)
          throw rehearsed
        })
      } catch (error: unknown) {
        if (error !== rehearsed) throw error
      }
    },
    /** The logo as the fields of a page take it; null: there is none. */
    async logo(workspaceId: number, publicId: string): Promise<string | null> {
      const { id } = await requirePage(db, workspaceId, publicId)
      const logo = await readLogo(db, id)
      return logo === null ? null : `data:${logo.type};base64,${logo.bytes.toString('base64')}`
    },
    change: (workspaceId: number, publicId: string, input: StatusPageChangeInput) =>
      inTurn(input, workspaceId, async (tx) => {
        const before = await requirePage(tx, workspaceId, publicId)
        await updateStatusPage(tx, before.id, configOf(input, before, context), context.now())
        await writeRest(tx, workspaceId, before.id, input)
        return { pageId: before.id, done: await viewOne(tx, workspaceId, publicId) }
      }),
    remove: (workspaceId: number, publicId: string): Promise<void> =>
      inTurn({}, workspaceId, async (tx) => {
        const { id } = await requirePage(tx, workspaceId, publicId)
        await deleteStatusPage(tx, id)
        return { pageId: id, done: undefined }
      }),
  } as const
}

const DEFAULTS: Omit<StatusPageConfigRow, 'slug' | 'title'> = {
  host: null,
  description: '',
  homeUrl: null,
  timezone: 'UTC',
  color: null,
  published: false,
  listed: true,
  showsResponseTimes: false,
}

function configOf(
  input: StatusPageChangeInput,
  before: Partial<StatusPageConfigRow> & typeof DEFAULTS,
  { publicUrl }: Context,
): StatusPageConfigRow {
  const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given)
  if (input.host != null && input.host === URL.parse(publicUrl())?.hostname) {
    throw new AppError(
      'badRequest',
      `The field "host" is "${input.host}": it must be another than that of the installation, where the app is.`,
    )
  }
  return {
    slug: or(input.slug, before.slug ?? ''),
    title: or(input.title, before.title ?? ''),
    host: or(input.host, before.host),
    description: or(input.description, before.description),
    homeUrl: or(input.homeUrl, before.homeUrl),
    timezone: or(input.timezone, before.timezone),
    color: or(input.color, before.color),
    published: or(input.published, before.published),
    listed: or(input.listed, before.listed),
    showsResponseTimes: or(input.showResponseTimes, before.showsResponseTimes),
  }
}

/** What is in rows of its own: logo and components. */
async function writeRest(
  tx: Queryable,
  workspaceId: number,
  id: number,
  { logo, components }: StatusPageChangeInput,
): Promise<void> {
  if (logo !== undefined) await writeLogo(tx, id, logo)
  if (components === undefined) return
  const ids = components.map(({ monitorId }) => monitorId)
  const monitors = new Map(
    (await lockShownMonitors(tx, workspaceId, ids)).map((row) => [row.publicId, row]),
  )
  await replaceComponents(
    tx,
    id,
    components.map((component, index): NewComponent => {
      const monitor = monitors.get(component.monitorId)
      if (monitor === undefined) throw noSuchMonitor(index, component.monitorId)
      return {
        publicId: newPublicId('cmp'),
        monitorId: monitor.id,
        name: component.name ?? monitor.name,
        description: component.description ?? '',
        group: component.group ?? null,
      }
    }),
  )
}

async function requirePage(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<StatusPageRow> {
  const row = await findStatusPage(db, workspaceId, publicId)
  if (row === null) throw nothingWithId('status page', publicId)
  return row
}

function noSuchMonitor(index: number, id: string): AppError {
  return new AppError(
    'badRequest',
    `The field "components[${index}].monitorId" is "${id}": it must be the id of a monitor of the workspace.`,
  )
}

function tooMany(): AppError {
  return new AppError(
    'conflict',
    `The workspace has ${MAX_STATUS_PAGES} status pages, which is the most it can have: delete one first.`,
  )
}

/** Turns a slug or a host that is taken into a sentence. */
async function naming<T>(
  { slug = '', host }: StatusPageChangeInput,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error: unknown) {
    if (isUniqueViolation(error, 'status_pages_slug')) {
      throw new AppError(
        'conflict',
        `There is a status page at /status/${slug} already: choose another slug.`,
      )
    }
    if (isUniqueViolation(error, 'status_pages_host')) {
      throw new AppError('conflict', `Another status page has the host ${host ?? ''} already.`)
    }
    throw error
  }
}
