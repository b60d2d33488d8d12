import { describe, expect, test } from 'vitest'
import { isOwnNetError } from '../../../../agent/src/browser/net-errors.ts'
import {
  missingText,
  troubleFailure,
  unseenText,
} from '../../../../agent/src/browser/render-failures.ts'

const asked = new URL('https://a.example/')
const reached = { refusalOf: () => null, wasCut: () => false }

describe('a main document that did not come', () => {
  test('is blocked where the guard forbids its address', () => {
    const refusal = { message: 'a.example resolves to a loopback address.', isBlocked: true }
    const proxy = { ...reached, refusalOf: () => refusal }
    const trouble = { kind: 'failed', url: 'https://b.example/', netError: null } as const
    expect(troubleFailure(trouble, asked, proxy)).toEqual({
      ok: false,
      kind: 'blocked',
      netError: null,
      message: `${refusal.message} The page leads on to https://b.example/.`,
    })
  })

  test('is the agent’s where it could not reach out, or Chrome cannot know better', () => {
    const refusal = { message: 'No file is left.', isBlocked: false, isAgentFault: true }
    const trouble = { kind: 'failed', url: asked.href, netError: 'ERR_NETWORK_CHANGED' } as const
    const refused = { ...reached, refusalOf: () => refusal }
    expect(troubleFailure(trouble, asked, refused)).toMatchObject({ kind: 'unavailable' })
    expect(troubleFailure(trouble, asked, reached)).toMatchObject({ kind: 'unavailable' })
    expect(isOwnNetError('ERR_CERT_AUTHORITY_INVALID', true)).toBe(true)
    expect(isOwnNetError('ERR_CERT_AUTHORITY_INVALID', false)).toBe(false)
    expect(isOwnNetError('ERR_EMPTY_RESPONSE', true)).toBe(false)
  })

  test('is told in words, and in Chrome’s own where there are none', () => {
    const fail = (netError: string) =>
      troubleFailure({ kind: 'failed', url: asked.href, netError }, asked, reached).message
    expect(fail('ERR_CERT_DATE_INVALID')).toBe(
      'The browser could not load https://a.example/: its certificate has expired or is not valid yet.',
    )
    expect(fail('ERR_OTHER')).toBe(
      'The browser could not load https://a.example/: Chrome says ERR_OTHER.',
    )
  })
})

test('what was missing is told with what was there', () => {
  const open = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://a.example/${name}`)
  const watch = { hasAnswer: () => true, isLoaded: () => false, openRequests: () => open }
  expect(missingText({ kind: 'load' }, watch, 'Shop')).toBe(
    'The page was not loaded within the time limit. The title of the page is "Shop". No complete answer yet: https://a.example/a, https://a.example/b, https://a.example/c and 2 more.',
  )
  const idle = { ...watch, isLoaded: () => true, openRequests: () => [] }
  expect(missingText({ kind: 'networkIdle' }, idle, null)).toBe(
    'The page did not stop making requests within the time limit. The page does not react: its scripts may keep it busy.',
  )
  expect(unseenText('Shop')).toBe(
    'The page was loaded, but could not be looked at within the time limit. The title of the page is "Shop".',
  )
})
