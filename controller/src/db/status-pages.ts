import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A picture of a status page, as it is sent. */
export interface LogoRow {
  readonly type: string
  readonly bytes: Buffer
}

/** What people decide of a status page, without its components. */
export interface StatusPageConfigRow {
  readonly slug: string
  /** Host name of its own; null: it has none. */
  readonly host: string | null
  readonly title: string
  readonly description: string
  /** The site that it speaks of. */
  readonly homeUrl: string | null
  readonly timezone: string
  /** As #rrggbb; null: Sightline's. */
  readonly color: string | null
  readonly published: boolean
  /** Whether it is in the list of pages. */
  readonly listed: boolean
  readonly showsResponseTimes: boolean
}

/** A status page. */
export interface StatusPageRow extends StatusPageConfigRow {
  readonly id: number
  readonly publicId: string
  readonly hasLogo: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

const FIELDS = {
  sqlPart: `id, public_id as "publicId", slug, host, title, description, home_url as "homeUrl", timezone, color,
    published, listed, shows_response_times as "showsResponseTimes", logo is not null as "hasLogo",
    created_at as "createdAt", updated_at as "updatedAt"`,
}

function valuesOf(row: StatusPageConfigRow): unknown[] {
  return [
    row.slug,
    row.host,
    row.title,
    row.description,
    row.homeUrl,
    row.timezone,
    row.color,
    row.published,
    row.listed,
    row.showsResponseTimes,
  ]
}

const insert = sql<{ id: number }>`
  insert into status_pages (slug, host, title, description, home_url, timezone, color, published, listed,
    shows_response_times, workspace_id, public_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
  returning id`

/** @returns its number
 *  @throws a violation of the unique constraints status_pages_slug, status_pages_host */
export async function insertStatusPage(
  tx: Queryable,
  workspaceId: number,
  row: StatusPageConfigRow & { readonly publicId: string; readonly createdAt: Date },
): Promise<number> {
  const values = [...valuesOf(row), workspaceId, row.publicId, row.createdAt]
  const id = (await tx.query(insert, values)).rows[0]?.id
  if (id === undefined) throw new Error('the status page was not inserted')
  return id
}

const update = sql<never>`
  update status_pages set slug = $1, host = $2, title = $3, description = $4, home_url = $5, timezone = $6,
    color = $7, published = $8, listed = $9, shows_response_times = $10, updated_at = $12
  where id = $11`

/** @throws a violation of the unique constraints status_pages_slug, status_pages_host */
export async function updateStatusPage(
  tx: Queryable,
  id: number,
  row: StatusPageConfigRow,
  at: Date,
): Promise<void> {
  await tx.query(update, [...valuesOf(row), id, at])
}

const putLogo = sql<never>`update status_pages set logo = $2, logo_type = $3 where id = $1`

/** @param logo null takes it away */
export async function writeLogo(tx: Queryable, id: number, logo: LogoRow | null): Promise<void> {
  await tx.query(putLogo, [id, logo?.bytes ?? null, logo?.type ?? null])
}

const getLogo = sql<LogoRow>`
  select logo as bytes, logo_type as type from status_pages where id = $1 and logo is not null`

export async function readLogo(db: Queryable, id: number): Promise<LogoRow | null> {
  return (await db.query(getLogo, [id])).rows[0] ?? null
}

const page = sql<StatusPageRow>`
  select ${FIELDS} from status_pages where workspace_id = $1
  order by created_at desc, id desc limit $2 offset $3`

/** One page of a workspace's status pages, newest first. */
export async function listStatusPages(
  db: Queryable,
  workspaceId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StatusPageRow[]> {
  return (await db.query(page, [workspaceId, limit, offset])).rows
}

const count = sql<{ count: number }>`
  select count(*)::integer as count from status_pages where workspace_id = $1`

export async function countStatusPages(db: Queryable, workspaceId: number): Promise<number> {
  return (await db.query(count, [workspaceId])).rows[0]?.count ?? 0
}

const find = sql<StatusPageRow>`
  select ${FIELDS} from status_pages where workspace_id = $1 and public_id = $2`

/** @returns null when the workspace has no such page */
export async function findStatusPage(
  db: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<StatusPageRow | null> {
  return (await db.query(find, [workspaceId, publicId])).rows[0] ?? null
}

const remove = sql<never>`delete from status_pages where id = $1`

export async function deleteStatusPage(db: Queryable, id: number): Promise<void> {
  await db.query(remove, [id])
}

/** A monitor as the public reads of it. */
export interface ComponentRow {
  readonly pageId: number
  readonly publicId: string
  readonly monitorId: string
  readonly monitorName: string
  readonly name: string
  readonly description: string
  readonly group: string | null
}

const components = sql<ComponentRow>`
  select c.page_id as "pageId", c.public_id as "publicId", m.public_id as "monitorId", m.name as "monitorName",
    c.name, c.description, c.group_name as "group"
  from status_page_components c join monitors m on m.id = c.monitor_id
  where c.page_id = any($1::integer[])
  order by c.page_id, c.position, c.id`

/** The components of some pages, in their order. */
export async function readComponents(
  db: Queryable,
  pageIds: readonly number[],
): Promise<ComponentRow[]> {
  return (await db.query(components, [pageIds])).rows
}

const lockShown = sql<{ id: number; publicId: string; name: string }>`
  select id, public_id as "publicId", name from monitors
  where workspace_id = $1 and public_id = any($2)
  order by id for key share`

/** The workspace's monitors among these ids; none of them goes before the transaction ends. */
export async function lockShownMonitors(
  tx: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<{ id: number; publicId: string; name: string }[]> {
  return (await tx.query(lockShown, [workspaceId, publicIds])).rows
}

/** A component that is to be kept. */
export interface NewComponent {
  readonly publicId: string
  readonly monitorId: number
  readonly name: string
  readonly description: string
  readonly group: string | null
}

const leaveOnly = sql<never>`
  delete from status_page_components where page_id = $1 and monitor_id <> all($2::integer[])`

const keep = sql<never>`
  insert into status_page_components (page_id, position, public_id, monitor_id, name, description, group_name)
  select $1, position, public_id, monitor_id, name, description, group_name
  from unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[]) with ordinality
    as given (public_id, monitor_id, name, description, group_name, position)
  on conflict on constraint status_page_components_once do update set position = excluded.position,
    name = excluded.name, description = excluded.description, group_name = excluded.group_name`

/** Replaces the components of a page; what stays keeps its id, which badges name. */
export async function replaceComponents(
  tx: Queryable,
  pageId: number,
  rows: readonly NewComponent[],
): Promise<void> {
  const monitorIds = rows.map(({ monitorId }) => monitorId)
  await tx.query(leaveOnly, [pageId, monitorIds])
  await tx.query(keep, [
    pageId,
    rows.map(({ publicId }) => publicId),
    monitorIds,
    rows.map(({ name }) => name),
    rows.map(({ description }) => description),
    rows.map(({ group }) => group),
  ])
}
