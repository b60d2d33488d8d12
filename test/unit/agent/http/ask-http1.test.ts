import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { askHttp1 } from '../../../../agent/src/http/ask-http1.ts'
import { serveRaw } from '../../../helpers/listen.ts'

const LIMITS = { maxBodyBytes: 1_000, keepBytes: () => 1_000 }
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

const listening = (socket: Socket): number =>
  socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0)

it.for([
  { name: 'an answer', says: ANSWER, statusCode: 200 },
  { name: 'what is none', says: 'no HTTP', statusCode: undefined },
])('after $name nothing of the request is left with the socket', async ({ says, statusCode }) => {
  const port = await serveRaw((socket) => socket.on('data', () => socket.end(says)))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const before = listening(socket)
  const request = {
    method: 'GET',
    url: new URL(`http://127.0.0.1:${port}/`),
    path: '/',
    headers: new Map([['host', `127.0.0.1:${port}`]]),
    body: null,
  }
  const { answer } = await askHttp1(socket, request, LIMITS, 'it', AbortSignal.timeout(5_000))
  expect(answer?.statusCode).toBe(statusCode)
  expect(socket.destroyed).toBe(true)
  expect(listening(socket)).toBe(before)
})
