import { convertRows } from '../kuma/backup.ts'
import type { Tables } from '../sqlite-tables.ts'
import { readTables } from '../sqlite-tables.ts'
import type { Row } from '../values.ts'
import { textOf } from '../values.ts'
import type { Format } from './format.ts'

/** Every file of SQLite begins with it. Source: https://www.sqlite.org/fileformat.html, section 1.3 */
const MAGIC = 'SQLite format 3\0'

/** Tables that are read, and what is not carried over as a whole. */
const TABLES = [
  'monitor',
  'tag',
  'monitor_tag',
  'notification',
  'monitor_notification',
  'maintenance',
  'monitor_maintenance',
  'status_page',
  'proxy',
] as const

/** The file in which Uptime Kuma 1 and 2 keep everything, with what a backup lacks: maintenance. */
export const UPTIME_KUMA_SQLITE = {
  title: "Uptime Kuma's database",
  recognises: (file) => file.head().toString('latin1').startsWith(MAGIC),
  read(file) {
    const tables = readTables(file.path, TABLES, 'monitor')
    return convertRows({
      monitors: monitorsOf(tables),
      notifications: tables.notification,
      maintenance: listed(tables.maintenance, 'monitorIDList', {
        links: tables.monitor_maintenance,
        own: 'maintenance_id',
        other: 'monitor_id',
      }),
      others: { 'status pages': tables.status_page.length, proxies: tables.proxy.length },
    })
  },
} satisfies Format

type KumaTables = Tables<(typeof TABLES)[number]>

function monitorsOf(tables: KumaTables): Row[] {
  const tags = new Map(tables.tag.map((tag) => [textOf(tag, 'id') ?? '', tag]))
  const tagsOf = Map.groupBy(tables.monitor_tag, (row) => textOf(row, 'monitor_id') ?? '')
  const rows = tables.monitor.map((row): Row => {
    const links = tagsOf.get(textOf(row, 'id') ?? '') ?? []
    const own = links.flatMap((link): Row[] => {
      const tag = tags.get(textOf(link, 'tag_id') ?? '')
      return tag === undefined ? [] : [{ name: tag['name'], value: link['value'] }]
    })
    return { ...row, tags: own }
  })
  return listed(rows, 'notificationIDList', {
    links: tables.monitor_notification,
    own: 'monitor_id',
    other: 'notification_id',
  })
}

/** Rows with the ids of those that a table of links names for each. */
function listed(
  rows: readonly Row[],
  field: string,
  table: { readonly links: readonly Row[]; readonly own: string; readonly other: string },
): Row[] {
  const linksOf = Map.groupBy(table.links, (link) => textOf(link, table.own) ?? '')
  return rows.map((row) => {
    const links = linksOf.get(textOf(row, 'id') ?? '') ?? []
    return { ...row, [field]: links.flatMap((link) => textOf(link, table.other) ?? []) }
  })
}
