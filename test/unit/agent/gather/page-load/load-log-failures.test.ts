import { describe, expect, test } from 'vitest'
import type { World } from '../../../../helpers/load-events.ts'
import {
  answers,
  asks,
  DOCUMENT,
  fails,
  finishes,
  gives,
  head,
  last,
  logged,
  PRIVATE,
} from '../../../../helpers/load-events.ts'

describe('a request that fails', () => {
  const url = 'https://cdn.example/a.js'
  test.each<[string, object, string, World]>([
    ['net::ERR_CONNECTION_RESET', {}, 'It was not loaded: the connection was reset.', {}],
    ['net::ERR_NEW', {}, 'It was not loaded: Chrome says ERR_NEW.', {}],
    ['net::ERR_ABORTED', { canceled: true }, 'The page gave the request up.', {}],
    [
      'net::ERR_BLOCKED_BY_CSP',
      { blockedReason: 'csp', canceled: true },
      'It was not loaded: the content security policy of the page forbids it.',
      {},
    ],
    [
      'net::ERR_BLOCKED_BY_CLIENT',
      { blockedReason: 'inspector' },
      'It was not loaded: Chrome blocked it (inspector).',
      {},
    ],
    [
      'net::ERR_TUNNEL_CONNECTION_FAILED',
      {},
      'It was not loaded: the page asks for more than a rendering may load.',
      { wasCut: true },
    ],
  ])('for %s %j says why', (errorText, more, error, world) => {
    expect(last([asks(10, '2', url), fails(30, '2', errorText, more)], world)).toMatchObject({
      statusCode: null,
      mimeType: '',
      protocol: null,
      startMs: 10,
      endMs: 30,
      transferBytes: 0,
      isFinished: true,
      error,
    })
  })

  test('because the guard refused it is told with its reason', () => {
    const failed = [asks(10, '2', PRIVATE), fails(30, '2', 'net::ERR_EMPTY_RESPONSE')]
    expect(last(failed)).toMatchObject({ error: '10.0.0.1 is a private address.' })
  })

  test('in the middle of its answer is told with what came of it', () => {
    const begun = [asks(10, '2', url), answers(20, '2', head(200)), gives('2', 900, 300)]
    expect(last([...begun, fails(30, '2', 'net::ERR_CONTENT_LENGTH_MISMATCH')])).toMatchObject({
      statusCode: 200,
      transferBytes: 400,
      resourceBytes: 900,
      error: 'It was not loaded: its body ended before the length that its header names.',
    })
    expect(last([...begun, fails(30, '2', 'net::ERR_ABORTED')])).toMatchObject({
      error: 'The page did not read the answer to its end.',
    })
  })
})

test('the page that Chrome shows in place of an empty one took no bytes', () => {
  const { requests } = logged([
    DOCUMENT,
    answers(20, 'D', head(500)),
    fails(21, 'D', 'net::ERR_HTTP_RESPONSE_CODE_FAILURE'),
    answers(22, 'D', head(200)),
    gives('D', 250_000, 250_000),
    finishes(60, 'D', 250_000),
  ])
  expect(requests).toMatchObject([
    {
      statusCode: 500,
      endMs: 21,
      transferBytes: 100,
      resourceBytes: 0,
      error: 'It was not loaded: its answer has an error status and no content.',
    },
  ])
})
