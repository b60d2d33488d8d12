import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

interface Client {
  readonly invalidateQueries: () => Promise<void>
}
interface Observer {
  readonly subscribe: (listener: (result: { readonly data?: unknown }) => void) => () => void
}
interface Library {
  readonly QueryClient: new () => Client
  readonly QueryObserver: new (client: Client, options: unknown) => Observer
  readonly focusManager: { readonly setFocused: (isFocused: boolean) => void }
}
interface Audits {
  readonly lookQuery: (url: string) => object
  readonly lookAgain: (queries: Client, url: string) => void
}

/** By its name: the types of these tests know no document, which the queries' library brings along. */
async function imported<T>(name: string): Promise<T> {
  return (await import(name)) as T
}

it('a page is audited when somebody asks for it, not when the connection or the window comes back', async () => {
  const path = new URL('../../../../controller/web/src/data/audits.ts', import.meta.url).href
  const { lookQuery, lookAgain } = await imported<Audits>(path)
  const library = await imported<Library>('@tanstack/react-query')
  const begun: string[] = []
  vi.stubGlobal('fetch', async (asked: string, { method }: RequestInit) => {
    begun.push(`${method ?? ''} ${asked}`)
    return Response.json({ id: `aud_${begun.length}` })
  })
  const client = new library.QueryClient()
  // As it is for who has read for long.
  const observer = new library.QueryObserver(client, lookQuery('https://example.com/'))
  let shown: unknown
  const end = observer.subscribe(({ data }) => {
    shown = data
  })
  await vi.waitFor(() => expect(shown).toBe('aud_1'))
  await client.invalidateQueries()
  library.focusManager.setFocused(false)
  library.focusManager.setFocused(true)
  await client.invalidateQueries()
  expect(begun).toEqual(['POST /api/v1/audits'])
  lookAgain(client, 'https://example.com/')
  await vi.waitFor(() => expect(shown).toBe('aud_2'))
  end()
})
