import type { ComponentRow, StatusPageRow } from '../db/status-pages.ts'

/** A status page as people and their programs see it. */
export interface StatusPageView {
  id: string
  slug: string
  title: string
  description: string
  homeUrl: string | null
  timezone: string
  color: string | null
  /** Where its logo is; null: it has none. */
  logoUrl: string | null
  host: string | null
  published: boolean
  listed: boolean
  showResponseTimes: boolean
  /** Where the public reads it once it is published. */
  url: string
  components: {
    id: string
    monitorId: string
    monitorName: string
    name: string
    description: string
    group: string | null
  }[]
  createdAt: Date
  updatedAt: Date
}

/** @param publicUrl of the installation, without a slash at the end */
export function viewStatusPage(
  row: StatusPageRow,
  components: readonly ComponentRow[],
  publicUrl: string,
): StatusPageView {
  const url = `${publicUrl}/status/${row.slug}`
  return {
    id: row.publicId,
    slug: row.slug,
    title: row.title,
    description: row.description,
    homeUrl: row.homeUrl,
    timezone: row.timezone,
    color: row.color,
    logoUrl: row.hasLogo ? `${url}/logo` : null,
    host: row.host,
    published: row.published,
    listed: row.listed,
    showResponseTimes: row.showsResponseTimes,
    url,
    components: components.map(
      ({ publicId, monitorId, monitorName, name, description, group }) => ({
        id: publicId,
        monitorId,
        monitorName,
        name,
        description,
        group,
      }),
    ),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
