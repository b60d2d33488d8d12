import { describe, expect, test } from 'vitest'
import type { FailedRun } from '../../../../agent/src/lighthouse/refusal.ts'
import { labRefusal } from '../../../../agent/src/lighthouse/refusal.ts'

const asked = new URL('https://example.com/')
const NO_REFUSALS = { refusalOf: () => null, wasCut: () => false }

const refusal = (run: FailedRun, { isHurried = false, proxy = NO_REFUSALS as never } = {}) => {
  const { code, message } = labRefusal(run, { asked, proxy, isHurried })
  return [code, message]
}
const noDocument = (netError: string, statusCode: number | null = null): FailedRun => ({
  kind: 'noDocument',
  failure: { url: asked.href, netError, statusCode },
})

describe('a page that was not measured', () => {
  test.each([
    ['ERR_CONNECTION_RESET', null, 'The browser could not load https://example.com/'],
    ['ERR_ABORTED', null, 'is a download, or has no content'],
    ['ERR_HTTP_RESPONSE_CODE_FAILURE', 503, 'answers with status 503 and an empty body'],
  ])('because no document came (%s) is the site’s fault', (netError, statusCode, words) => {
    const [code, message] = refusal(noDocument(netError, statusCode))
    expect(code).toBe('upstreamFailed')
    expect(message).toContain(words)
  })

  test('because its address may not be reached is forbidden', () => {
    const message = '10.0.0.1 is a private address, which may not be checked.'
    const refusalOf = () => ({ message, isBlocked: true })
    const proxy = { ...NO_REFUSALS, refusalOf } as never
    expect(refusal(noDocument('ERR_TUNNEL_CONNECTION_FAILED'), { proxy })).toEqual([
      'forbidden',
      `This address may not be analysed: ${message}`,
    ])
  })

  test.each([
    ['NO_FCP', 'painted nothing'],
    ['NOT_HTML', 'no HTML page'],
    ['PAGE_HUNG', 'does not react'],
    ['PROTOCOL_TIMEOUT', 'does not react'],
    ['TARGET_CRASHED', 'crashed'],
    ['NO_NEWER_CODE', 'What Lighthouse says.'],
    ['', 'What Lighthouse says.'],
  ])('because of %s is told in words', (code, words) => {
    const [errorCode, message] = refusal({
      kind: 'unmeasured',
      code,
      message: 'What Lighthouse says.',
    })
    expect(errorCode).toBe('upstreamFailed')
    expect(message).toContain(words)
  })

  test('in time is the page’s fault, unless it had to wait for its turn', () => {
    expect(refusal({ kind: 'late' })[0]).toBe('upstreamFailed')
    expect(refusal({ kind: 'late' }, { isHurried: true })[0]).toBe('unavailable')
    expect(refusal({ kind: 'tooLarge' })[0]).toBe('upstreamFailed')
    expect(refusal({ kind: 'broken' })[0]).toBe('unavailable')
  })
})
