import { describe, expect, test } from 'vitest'
import type { Told } from '../../../../helpers/load-events.ts'
import { last } from '../../../../helpers/load-events.ts'

describe('a WebSocket', () => {
  const created: Told = [
    'Network.webSocketCreated',
    30,
    { requestId: 'W', url: 'wss://shop.example/live', initiator: { type: 'script' } },
  ]
  const opened: Told = [
    'Network.webSocketHandshakeResponseReceived',
    60,
    { requestId: 'W', response: { status: 101, headersText: 'HTTP/1.1 101 OK\r\n\r\n' } },
  ]
  const frame = (opcode: number, payloadData: string): Told => [
    'Network.webSocketFrameReceived',
    70,
    { requestId: 'W', response: { opcode, payloadData } },
  ]
  const closed: Told = ['Network.webSocketClosed', 90, { requestId: 'W' }]

  test('is a request from when it was made until it is closed', () => {
    expect(last([created, opened, frame(1, 'grün'), frame(2, 'AAAA'), closed])).toEqual({
      url: 'wss://shop.example/live',
      resourceType: 'WebSocket',
      mimeType: '',
      statusCode: 101,
      startMs: 30,
      endMs: 90,
      transferBytes: 19 + 5 + 3,
      resourceBytes: 5 + 3,
      protocol: 'websocket',
      priority: null,
      initiatorType: 'script',
      isFromCache: false,
      isFinished: true,
      error: null,
    })
  })

  test.each([
    [
      'Error in connection establishment: net::ERR_CONNECTION_REFUSED',
      'It was not loaded: Chrome says ERR_CONNECTION_REFUSED.',
    ],
    [
      'Error in connection establishment: net::ERR_TIMED_OUT',
      'It was not loaded: it did not answer in time.',
    ],
  ])('that breaks with %j says why, and ends once', (errorMessage, error) => {
    const broken: Told = ['Network.webSocketFrameError', 80, { requestId: 'W', errorMessage }]
    expect(last([created, broken, closed])).toMatchObject({ statusCode: null, endMs: 80, error })
  })
})
