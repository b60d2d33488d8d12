import { afterEach, expect, test, vi } from 'vitest'
import { CHOSEN_READS, FIRST_READS } from '../../../../controller/web/src/data/first-reads.ts'

afterEach(() => vi.unstubAllGlobals())

interface Query {
  readonly queryFn: (context: { readonly signal: AbortSignal }) => unknown
}

/** By its name: the types of these tests know no document, which the queries' library brings along. */
async function partOf<T>(file: string, name: string): Promise<T> {
  const path = new URL(`../../../../controller/web/src/data/${file}`, import.meta.url).href
  const part = ((await import(path)) as Readonly<Record<string, T>>)[name]
  if (part === undefined) throw new Error(`${file} has no ${name}`)
  return part
}

type Make = (...given: readonly unknown[]) => Query
const made = async (file: string, name: string, ...given: readonly unknown[]): Promise<Query> =>
  (await partOf<Make>(file, name))(...given)

async function rows(): Promise<Query> {
  const asked = await partOf<number>('monitor-pages.ts', 'ROWS_ASKED')
  const beats = await partOf<number>('monitor-pages.ts', 'SHOWN_BEATS')
  return made('monitors.ts', 'monitorsQuery', { sort: 'status', order: 'asc' }, 1, asked, beats)
}

async function tiles(): Promise<Query> {
  const asked = await partOf<number>('monitors.ts', 'TOGETHER_ASKED')
  const beats = await partOf<number>('../parts/monitors/monitor-tiles.tsx', 'TILE_BEATS')
  return made('monitors.ts', 'monitorsQuery', { sort: 'status', order: 'asc' }, 1, asked, beats)
}

const QUERIES: Readonly<Record<string, () => Promise<Query>>> = {
  '/': () => partOf('outages.ts', 'overviewQuery'),
  '/monitors': rows,
  '/monitors/$monitorId': () => made('monitors.ts', 'monitorQuery', '$monitorId'),
  '/audit/$auditId': () => made('audits.ts', 'auditQuery', '$auditId'),
  '/outages/$outageId': () => made('outages.ts', 'outageQuery', '$outageId'),
}

async function urlOf({ queryFn }: Query): Promise<string> {
  let asked = ''
  vi.stubGlobal('fetch', (url: string) => {
    asked = url
    return Promise.resolve(Response.json({}))
  })
  await queryFn(new AbortController())
  return decodeURIComponent(asked)
}

test.each(Object.entries(FIRST_READS))(
  'what the browser fetches for %s before its script runs is what the page asks for',
  async (path, reads) => {
    const query = await QUERIES[path]?.()
    expect(query && (await urlOf(query))).toBe(reads[0])
    expect(reads).toHaveLength(1)
  },
)

test('what it fetches where monitors are looked at together is what that asks for', async () => {
  const asked = await urlOf(await tiles())
  const { cookie, reads } = CHOSEN_READS['/monitors'] ?? {}
  expect(cookie).toBe('monitorsLook')
  expect(reads).toEqual({ groups: [asked], tiles: [asked] })
})
