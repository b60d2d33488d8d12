import { afterEach, expect, test, vi } from 'vitest'
import { FIRST_READS } from '../../../../controller/web/src/data/first-reads.ts'
import { monitorRowsQuery } from '../../../../controller/web/src/data/monitor-pages.ts'
import { monitorQuery } from '../../../../controller/web/src/data/monitors.ts'
import { outageQuery, overviewQuery } from '../../../../controller/web/src/data/outages.ts'

afterEach(() => vi.unstubAllGlobals())

interface Query {
  readonly queryFn?: unknown
}

const QUERIES: Readonly<Record<string, Query>> = {
  '/': overviewQuery,
  '/monitors': monitorRowsQuery({ sort: 'status', order: 'asc' }, 0),
  '/monitors/$monitorId': monitorQuery('$monitorId'),
  '/outages/$outageId': outageQuery('$outageId'),
}

async function urlOf({ queryFn }: Query): Promise<string> {
  let asked = ''
  vi.stubGlobal('fetch', (url: string) => {
    asked = url
    return Promise.resolve(Response.json({}))
  })
  const { signal } = new AbortController()
  await (queryFn as (context: { signal: AbortSignal }) => unknown)({ signal })
  return decodeURIComponent(asked)
}

test.each(Object.entries(FIRST_READS))(
  'what the browser fetches for %s before its script runs is what the page asks for',
  async (path, reads) => {
    expect(await urlOf(QUERIES[path] ?? {})).toBe(reads[0])
    expect(reads).toHaveLength(1)
  },
)
