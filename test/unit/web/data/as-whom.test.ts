import { afterEach, describe, expect, it, vi } from 'vitest'
import { actAs, api, onSignedOut } from '../../../../controller/web/src/data/api.ts'

afterEach(() => {
  actAs(null)
  vi.unstubAllGlobals()
})

/** By its name: the types of these tests know no document, which these parts bring along. */
async function partOf<T>(file: string, name: string): Promise<T> {
  const path = new URL(`../../../../controller/web/src/data/${file}`, import.meta.url).href
  const part = ((await import(path)) as Readonly<Record<string, T>>)[name]
  if (part === undefined) throw new Error(`${file} has no ${name}`)
  return part
}

type Send = (...given: readonly unknown[]) => Promise<unknown>
const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  change: () => api('/api/v1/thing', { method: 'POST', body: {} }),
  import: async () => (await partOf<Send>('imports.ts', 'sendImport'))(new Blob(['{}']), true),
  'test of a monitor': async () =>
    (await partOf<Send>('test-monitor.ts', 'testMonitor'))(
      {},
      () => undefined,
      AbortSignal.timeout(5_000),
    ),
}

describe.each(Object.keys(WAYS))('a %s', (name) => {
  const send = WAYS[name] ?? (() => Promise.resolve())

  it('says as whom and where its page was loaded: another tab may have gone elsewhere', async () => {
    const said: (string | null)[] = []
    vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
      said.push(new Headers(headers).get('x-sightline-as'))
      return Response.json({ error: 'You changed to another workspace.' }, { status: 409 })
    })
    actAs('usr_1 wsp_1')
    await expect(send()).rejects.toThrow('You changed to another workspace.')
    expect(said).toEqual(['usr_1 wsp_1'])
  })

  it('has people sign in again where their session is over', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: 'Send a key of the API.' }, { status: 401 }),
    )
    const isOver = vi.fn()
    const end = onSignedOut(isOver)
    await expect(send()).rejects.toThrow('Your session is over')
    end()
    expect(isOver).toHaveBeenCalledOnce()
  })
})
