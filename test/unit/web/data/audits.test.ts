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
  readonly lookAgain: (client: Client, url: string) => Promise<void>
}

/** By its name: the types of these tests know no document, which the queries' library brings along. */
async function imported<T>(name: string): Promise<T> {
  return (await import(name)) as T
}

const AUDITS = new URL('../../../../controller/web/src/data/audits.ts', import.meta.url).href

it('a page is audited when somebody asks for it, not when the connection or the window comes back', async () => {
  const { lookQuery } = await imported<Audits>(AUDITS)
  const library = await imported<Library>('@tanstack/react-query')
  const begun: string[] = []
  vi.stubGlobal('fetch', async (asked: string, { method }: RequestInit) => {
    begun.push(`${method ?? ''} ${asked}`)
    return Response.json({ id: `aud_${begun.length}` })
  })
  const client = new library.QueryClient()
  // As it is for who has read for long.
  const observer = new library.QueryObserver(client, lookQuery('https://example.com/'))
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const end = observer.subscribe(({ data }) => {
    if (data !== undefined) resolve(data)
  })
  expect(await promise).toBe('aud_1')
  await client.invalidateQueries()
  library.focusManager.setFocused(false)
  library.focusManager.setFocused(true)
  await client.invalidateQueries()
  end()
  expect(begun).toEqual(['POST /api/v1/audits'])
})

it('a page is audited again when somebody asks for that, also one whose audit is on the screen', async () => {
  const { lookQuery, lookAgain } = await imported<Audits>(AUDITS)
  const library = await imported<Library>('@tanstack/react-query')
  let begun = 0
  vi.stubGlobal('fetch', async () => {
    begun += 1
    return Response.json({ id: `aud_${begun}` })
  })
  const client = new library.QueryClient()
  const shown: unknown[] = []
  const first = Promise.withResolvers<void>()
  const observer = new library.QueryObserver(client, lookQuery('https://example.com/'))
  const end = observer.subscribe(({ data }) => {
    shown.push(data)
    if (data !== undefined) first.resolve()
  })
  await first.promise
  // A second press while it looks asks for no other.
  const looking = [1, 2].map(() => lookAgain(client, 'https://example.com/'))
  await Promise.all(looking)
  end()
  expect(begun).toBe(2)
  expect(new Set(shown)).toEqual(new Set([undefined, 'aud_1', 'aud_2']))
})
