import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createFetch } from '../../../../agent/src/http/fetch.ts'
import { askCrossOrigin } from '../../../../agent/src/gather/cross-origin.ts'
import { followPlainHttp, plainAddressOf } from '../../../../agent/src/gather/plain-http.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { listen } from '../../../helpers/listen.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const serve = async (handler: Handler): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}/`

const fetch = createFetch(toolsFor())
const follow = (url: string) => followPlainHttp(new URL(url), fetch, AbortSignal.timeout(5_000))

test.each([
  ['https://example.com/a?b', 'https://www.example.com/c', 'http://www.example.com/'],
  ['https://[2001:db8::1]/', 'https://[2001:db8::1]/', 'http://[2001:db8::1]/'],
  ['http://example.com/', 'https://example.com/', undefined],
  ['https://example.com/', 'http://example.com/', undefined],
  ['https://example.com:8443/', 'https://example.com:8443/', undefined],
])('asked for %s, which is %s, the http address is %s', (askedUrl, url, plain) => {
  expect(plainAddressOf(pageOf('', { askedUrl, url }))?.href).toBe(plain)
})

test('a redirect to https is followed without bodies, and its certificate told', async () => {
  const certificate = await makeCertificate()
  const secure = createSecureServer(certificate, (_, response) => response.end('x'.repeat(10_000)))
  const target = `https://127.0.0.1:${await listen(secure)}/`
  const url = await serve((_, response) => response.writeHead(301, { location: target }).end('x'))
  const { trail, certificateProblem } = await follow(url)
  expect(trail).toMatchObject({
    askedUrl: url,
    isLoop: false,
    failure: null,
    steps: [
      { url, type: 'http', statusCode: 301, location: target },
      { url: target, type: 'final', statusCode: 200, location: null },
    ],
  })
  expect(certificateProblem).toBe('certUntrusted')
})

test('where nothing answers the trail is the address alone, with the reason', async () => {
  const { trail } = await follow('http://127.0.0.1:1/')
  expect(trail).toMatchObject({
    steps: [{ url: 'http://127.0.0.1:1/', statusCode: null }],
    failure: { cause: 'connectionRefused' },
  })
})

test('a redirect that ends nowhere is part of the trail', async () => {
  const url = await serve((_, response) => {
    response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end()
  })
  const { trail } = await follow(url)
  expect(trail?.steps.map((step) => [step.url, step.statusCode])).toEqual([
    [url, 302],
    ['https://127.0.0.1:1/', null],
  ])
  expect(trail?.failure?.cause).toBe('connectionRefused')
})

test('a loop and redirects without end are told apart', async () => {
  const loop = await serve((_, response) => response.writeHead(302, { location: '/' }).end())
  expect((await follow(loop)).trail).toMatchObject({ isLoop: true, isCut: false })
  const endless = await serve(({ url }, response) => {
    response.writeHead(302, { location: `${url}a` }).end()
  })
  expect((await follow(endless)).trail).toMatchObject({ isLoop: false, isCut: true })
})

const askAsStranger = (url: string) =>
  askCrossOrigin(new URL(url), fetch, AbortSignal.timeout(5_000))

test('a stranger is asked for by name, and what it is told is kept', async () => {
  const url = await serve(({ headers }, response) => {
    response.setHeader('access-control-allow-origin', headers.origin ?? '')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync('hello'))
  })
  const { origin, ...answer } = await askAsStranger(url)
  expect(origin).toMatch(/^https:\/\/.+\.invalid$/)
  expect(answer).toEqual({ allowOrigin: origin, allowCredentials: 'true' })
})

test('who does not answer a stranger tells it nothing', async () => {
  expect(await askAsStranger('http://127.0.0.1:1/')).toMatchObject({
    allowOrigin: null,
    allowCredentials: null,
  })
})
