import { afterEach, describe, expect, it, vi } from 'vitest'
import { api, ApiError, ConnectionError } from '../../../../controller/web/src/data/api.ts'
import { isWorthAnotherTry } from '../../../../controller/web/src/data/worth-another-try.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers whatever is asked for. */
function stub(answer: (asked: RequestInit) => Promise<Response>): void {
  vi.stubGlobal('fetch', async (_path: string, asked: RequestInit) => answer(asked))
}

/** Never answers. */
const untilGivenUp = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason as Error)
    if (signal?.aborted === true) giveUp()
    signal?.addEventListener('abort', giveUp)
  })

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  )
const isTriedAgain = (error: unknown): boolean => isWorthAnotherTry(0, error)

describe('what the app asks for', () => {
  it('is told in the words of whoever refuses it', async () => {
    stub(async () => Response.json({ error: 'There is no such thing.' }, { status: 404 }))
    const error = await failureOf(api('/api/v1/thing'))
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe('There is no such thing.')
    expect(isTriedAgain(error)).toBe(false)
  })

  it('turns nothing that stands beside it, whatever names hold', async () => {
    const name = '\u202eShop'
    const asked = { name, tags: [name], settings: { keyword: name }, of: [{ error: name }] }
    stub(async () => Response.json(asked))
    const closed = `${name}\u202c`
    const told = {
      name: closed,
      tags: [name],
      settings: { keyword: name },
      of: [{ error: closed }],
    }
    expect(await api('/api/v1/things')).toEqual(told)
  })

  it('is told to be refused also by what stands in between', async () => {
    stub(async () => new Response('<html>Bad gateway', { status: 502 }))
    const error = await failureOf(api('/api/v1/thing'))
    expect((error as ApiError).message).toBe(
      'The proxy before the controller answered 502. What you typed is kept; try again in a moment.',
    )
    expect(isTriedAgain(error)).toBe(true)
  })

  it('is not taken for there when it broke off on the way', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"things": ['))
        controller.error(new TypeError('network error'))
      },
    })
    stub(async () => new Response(broken))
    const error = await failureOf(api('/api/v1/thing'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(isTriedAgain(error)).toBe(true)
  })

  it('is not taken for there when something else answers in its place', async () => {
    stub(async () => new Response('<html>Accept the terms of this network'))
    const error = await failureOf(api('/api/v1/thing'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(isTriedAgain(error)).toBe(true)
    stub(async () => new Response(null, { status: 204 }))
    expect(await api('/api/v1/thing', { method: 'DELETE' })).toEqual({})
  })

  it('is given up when nobody answers, once', async () => {
    stub(untilGivenUp)
    const error = await failureOf(api('/api/v1/thing', { patienceMs: 1 }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(isTriedAgain(error)).toBe(false)
  })

  it('is given up by whoever asked, which is no failure of anything', async () => {
    const control = new AbortController()
    stub(untilGivenUp)
    const asked = failureOf(api('/api/v1/thing', { signal: control.signal }))
    control.abort()
    expect(await asked).not.toBeInstanceOf(ConnectionError)
  })

  it('is waited for without end when it changes something: nobody knows whether it was done', async () => {
    let given: AbortSignal | null | undefined
    stub(async ({ signal }) => {
      given = signal
      return Response.json({})
    })
    await api('/api/v1/thing', { method: 'POST', body: {} })
    expect(given).toBeUndefined()
  })
})
