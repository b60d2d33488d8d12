import { isIP } from 'node:net'
import { createAddressGuard, parseAddressRange } from '@sightline/shared/address'
import type { Resolution } from '@sightline/shared/name-resolution'
import { describe, expect, it } from 'vitest'
import { sendRequest } from '../../../../../controller/src/alerting/channels/send-request.ts'
import { serveRaw } from '../../../../helpers/listen.ts'
import { receiveWebhooks } from '../../../../helpers/webhook-receiver.ts'

function partsWith(names: Record<string, readonly string[]>, allow = '127.0.0.1/32') {
  const range = parseAddressRange(allow)
  const asked: string[] = []
  return {
    asked,
    guard: createAddressGuard(range === null ? [] : [range]),
    resolver: {
      resolve: async (host: string): Promise<Resolution> => {
        asked.push(host)
        const addresses = names[host] ?? (isIP(host) === 0 ? [] : [host])
        return addresses.length > 0
          ? { ok: true, addresses, ms: 1 }
          : { ok: false, reason: 'nxdomain', message: `The name ${host} does not exist.`, ms: 1 }
      },
    },
  }
}

describe('a request', () => {
  it('goes to exactly the address that was judged, resolved once, under its own name', async () => {
    const receiver = await receiveWebhooks((response) => response.end('ok'))
    const parts = partsWith({ 'hooks.example': ['127.0.0.1'] })
    const url = `http://hooks.example:${receiver.port}/a?b=c`
    const reply = await sendRequest(parts, { url, headers: { 'x-test': 'yes' }, body: '{"ä":1}' })
    expect(reply).toEqual({ kind: 'answered', status: 200, retryAfterMs: null, body: 'ok' })
    expect(parts.asked).toEqual(['hooks.example'])
    expect(receiver.requests).toHaveLength(1)
    expect(receiver.requests[0]).toMatchObject({
      method: 'POST',
      path: '/a?b=c',
      body: '{"ä":1}',
      headers: {
        host: `hooks.example:${receiver.port}`,
        'content-type': 'application/json',
        'x-test': 'yes',
      },
    })
  })

  it('passes over addresses that may not be reached', async () => {
    const receiver = await receiveWebhooks()
    const parts = partsWith({ 'hooks.example': ['10.0.0.1', '127.0.0.1'] })
    const url = `http://hooks.example:${receiver.port}/`
    expect(await sendRequest(parts, { url, body: '' })).toMatchObject({ status: 200 })
  })

  it.each([
    ['http://10.1.2.3/', '10.1.2.3 is a private address'],
    ['http://127.0.0.2/', '127.0.0.2 is a loopback address'],
    ['http://2130706434/', '127.0.0.2 is a loopback address'],
    ['http://0x7f.2/', '127.0.0.2 is a loopback address'],
    ['http://[::1]/', '::1 is a private or reserved address'],
    ['http://[::ffff:127.0.0.2]/', 'is a loopback address'],
    ['http://inside.example/', 'inside.example resolves to a private address'],
    ['http://169.254.169.254/', 'is a link-local address'],
    ['ftp://hooks.example/', 'no http or https URL'],
    ['no url', 'no http or https URL'],
  ])('to %s is blocked', async (url, why) => {
    const parts = partsWith({ 'inside.example': ['192.168.0.1'] })
    const reply = await sendRequest(parts, { url, body: '' })
    expect(reply).toMatchObject({ kind: 'blocked', error: expect.stringContaining(why) })
  })

  it('to a name that does not exist says so', async () => {
    const reply = await sendRequest(partsWith({}), { url: 'http://gone.example/', body: '' })
    expect(reply).toEqual({ kind: 'trouble', error: 'The name gone.example does not exist.' })
  })

  it('does not follow a redirect', async () => {
    const inside = await receiveWebhooks()
    const receiver = await receiveWebhooks((response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    )
    const reply = await sendRequest(partsWith({}), { url: receiver.url, body: '' })
    expect(reply).toMatchObject({ kind: 'answered', status: 307 })
    expect(inside.requests).toHaveLength(0)
  })

  it('reads no more than 64 KiB of an answer without end', async () => {
    const receiver = await receiveWebhooks((response) => {
      const piece = Buffer.alloc(65_536, 'x')
      const fill = (): void => {
        while (!response.destroyed && response.write(piece)) {
          // Until the buffer is full.
        }
      }
      response.on('drain', fill)
      fill()
    })
    const reply = await sendRequest(partsWith({}), { url: receiver.url, body: '' })
    expect(reply).toMatchObject({ kind: 'answered', status: 200 })
    expect('body' in reply ? reply.body.length : 0).toBe(65_536)
  })

  it.each([
    ['never answers', () => undefined],
    ['drips its headers', (write: (text: string) => void) => write('HTTP/1.1 200 OK\r\nx: ')],
    [
      'never ends its body',
      (write: (text: string) => void) =>
        write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    ],
  ])('to a server that %s ends at its time limit', async (_what, speak) => {
    const port = await serveRaw((socket) => {
      speak((text) => void socket.write(text))
    })
    const url = `http://127.0.0.1:${port}/`
    const reply = await sendRequest(partsWith({}), { url, body: '' }, { timeLimitMs: 200 })
    expect(reply).toEqual({
      kind: 'trouble',
      error: '127.0.0.1 did not answer within 0.2 seconds.',
    })
  })

  it('ends when nobody wants it any more', async () => {
    const port = await serveRaw(() => undefined)
    const url = `http://127.0.0.1:${port}/`
    const signal = AbortSignal.abort()
    const reply = await sendRequest(partsWith({}), { url, body: '' }, { signal })
    expect(reply.kind).toBe('trouble')
  })

  it('says what is wrong with a server that refuses, breaks off or speaks no HTTP', async () => {
    const refusing = await sendRequest(partsWith({}), { url: 'http://127.0.0.1:1/', body: '' })
    expect(refusing).toMatchObject({ error: '127.0.0.1 refused the connection.' })
    const breaking = await serveRaw((socket) => socket.destroy())
    const broken = await sendRequest(partsWith({}), {
      url: `http://127.0.0.1:${breaking}/`,
      body: '',
    })
    expect(broken).toMatchObject({ error: '127.0.0.1 broke the connection off.' })
    const talking = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    const odd = await sendRequest(partsWith({}), { url: `http://127.0.0.1:${talking}/`, body: '' })
    expect(odd).toMatchObject({ error: expect.stringContaining('did not answer in HTTP') })
  })
})
