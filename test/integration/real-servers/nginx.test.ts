import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webChecker } from '../../../agent/src/checks/web.ts'
import { makeCertificate } from '../../helpers/certificates.ts'
import type { Place, RealServer } from '../../helpers/real-server.ts'
import { installed, startServer } from '../../helpers/real-server.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const nginx = installed(['nginx'])

const config = ({ folder, ports }: Place): string => `
daemon off;
master_process off;
error_log stderr warn;
pid ${folder}/pid;
events { worker_connections 64; }
http {
  access_log off;
  default_type text/plain;
  client_body_temp_path ${folder}/client;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_max_body_size 1k;
  limit_req_status 429;
  limit_req_zone $binary_remote_addr zone=slow:1m rate=1r/m;
  gzip on;
  gzip_types *;
  gzip_min_length 1;
  server {
    listen 127.0.0.1:${ports[0]};
    listen 127.0.0.1:${ports[1]} ssl http2;
    listen 127.0.0.1:${ports[2]} ssl;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    root ${folder}/html;
    location = /method { return 200 $request_method; }
    location = /agent { return 200 $http_user_agent; }
    location = /json { default_type application/json; return 200 '{"state":"ok","load":[1,2]}'; }
    location = /empty { return 200 ''; }
    location = /no-content { return 204; }
    location = /missing { return 404; }
    location = /broken { return 500; }
    location = /bad-gateway { return 502; }
    location = /unavailable { return 503; }
    location = /silent { return 444; }
    location = /move { return 302 /page.txt; }
    location = /circle { return 301 /circle; }
    location = /from { return 307 http://127.0.0.1:${ports[0]}/page.txt; }
    location = /limited { limit_req zone=slow; try_files /page.txt =404; }
    location = /private {
      auth_basic "a realm";
      auth_basic_user_file ${folder}/users;
      try_files /page.txt =404;
    }
    location = /upstream { proxy_pass http://127.0.0.1:1; }
    location = /chunked { proxy_pass http://127.0.0.1:${ports[0]}/page.txt; gzip on; }
    location = /header { add_header X-Load 17; return 200 fine; }
  }
}
`

describe.skipIf(nginx.isMissing)(`nginx${nginx.note}`, () => {
  let server: RealServer

  beforeAll(async () => {
    const { key, cert } = await makeCertificate()
    server = await startServer({
      program: nginx.program('nginx'),
      ports: 3,
      files: (place) => ({
        'nginx.conf': config(place),
        'key.pem': key,
        'cert.pem': cert,
        users: 'ann:{PLAIN}secret\n',
        'html/page.txt': `All systems work. ${'Lorem ipsum dolor. '.repeat(2_000)}The end.`,
      }),
      args: ({ folder }) => ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'],
    })
  })

  afterAll(async () => {
    await server?.stop()
  })

  const plain = (path: string, settings: Record<string, unknown> = {}) =>
    runChecker(webChecker, `http://127.0.0.1:${server.ports[0]}${path}`, settings)

  const secure = (path: string, settings: Record<string, unknown> = {}, port = 1) =>
    runChecker(webChecker, `https://localhost:${server.ports[port]}${path}`, {
      tls: { verify: false },
      ...settings,
    })

  test.for<[path: string, settings: Record<string, unknown>, statusCode: number]>([
    ['/page.txt', { keyword: { value: 'All systems work' } }, 200],
    ['/page.txt', { keyword: { value: 'The end.' } }, 200],
    ['/page.txt', { keyword: { value: 'sit amet', mode: 'absent' } }, 200],
    ['/chunked', { keyword: { value: 'The end.' } }, 200],
    ['/method', { method: 'POST', body: 'x', bodyType: 'text', keyword: { value: 'POST' } }, 200],
    ['/method', { method: 'DELETE', keyword: { value: 'DELETE' } }, 200],
    ['/page.txt', { method: 'HEAD' }, 200],
    ['/agent', { userAgent: 'probe/7', keyword: { value: 'probe/7' } }, 200],
    ['/json', { jsonChecks: [{ path: '$.state', operator: 'equals', value: 'ok' }] }, 200],
    ['/json', { jsonChecks: [{ path: '$.load[1]', operator: 'gt', value: 1 }] }, 200],
    ['/header', { headerChecks: [{ name: 'x-load', operator: 'lt', value: 18 }] }, 200],
    [
      '/page.txt',
      { headerChecks: [{ name: 'server', operator: 'matches', value: '^nginx/' }] },
      200,
    ],
    ['/empty', {}, 200],
    ['/no-content', {}, 204],
    ['/missing', { expectedStatus: ['404'] }, 404],
    ['/move', { keyword: { value: 'All systems work' } }, 200],
    ['/move', { redirects: { follow: false }, expectedStatus: ['302'] }, 302],
    ['/private', { auth: { kind: 'basic', username: 'ann', password: 'secret' } }, 200],
    ['/page.txt', { httpVersion: '1.1' }, 200],
  ])('%s with %j is up, over HTTP/1.1, HTTP/2 and TLS', async ([path, settings, statusCode]) => {
    const over1 = await plain(path, settings)
    expect(over1).toMatchObject({ status: 'up', statusCode, failure: null, ip: '127.0.0.1' })
    expect(await secure(path, settings)).toMatchObject({ status: 'up', statusCode, failure: null })
    expect(await secure(path, settings, 2)).toMatchObject({ status: 'up', statusCode })
  })

  test('HTTP/2 is spoken where it is offered, and missed where it is demanded', async () => {
    const facts = async (port: number, httpVersion: string) => {
      const { failure, details } = await secure('/method', { httpVersion }, port)
      return [failure?.cause ?? null, details?.['httpVersion'] ?? null]
    }
    expect(await facts(1, 'auto')).toEqual([null, '2'])
    expect(await facts(1, '2')).toEqual([null, '2'])
    expect(await facts(1, '1.1')).toEqual([null, '1.1'])
    expect(await facts(2, 'auto')).toEqual([null, '1.1'])
    expect(await facts(2, '2')).toEqual(['protocolError', null])
  })

  test.for<[path: string, settings: Record<string, unknown>, cause: string]>([
    ['/missing', {}, 'notFound'],
    ['/broken', {}, 'serverError'],
    ['/bad-gateway', {}, 'badGateway'],
    ['/upstream', {}, 'badGateway'],
    ['/unavailable', {}, 'serviceUnavailable'],
    ['/silent', {}, 'protocolError'],
    ['/circle', {}, 'redirectLoop'],
    ['/private', {}, 'authRequired'],
    ['/private', { auth: { kind: 'basic', username: 'ann', password: 'wrong' } }, 'authRequired'],
    ['/page.txt', { method: 'POST', body: 'x'.repeat(2_000), bodyType: 'text' }, 'clientError'],
    ['/page.txt', { keyword: { value: 'sit amet' } }, 'keywordMissing'],
    ['/page.txt', { keyword: { value: 'The end.', mode: 'absent' } }, 'keywordPresent'],
    ['/empty', { keyword: { value: 'x' } }, 'emptyBody'],
    [
      '/json',
      { jsonChecks: [{ path: '$.state', operator: 'equals', value: 'no' }] },
      'jsonMismatch',
    ],
    [
      '/header',
      { headerChecks: [{ name: 'x-load', operator: 'gt', value: 17 }] },
      'headerMismatch',
    ],
  ])('%s with %j is down with the same cause everywhere', async ([path, settings, cause]) => {
    const down = { status: 'down', failure: { source: 'target', cause } }
    expect(await plain(path, settings)).toMatchObject(down)
    expect(await secure(path, settings)).toMatchObject(down)
    expect(await secure(path, settings, 2)).toMatchObject(down)
  })

  test('a compressed answer in chunks is read as the page it is', async () => {
    const settings = {
      httpVersion: '1.1',
      keyword: { value: 'The end.' },
      headerChecks: [
        { name: 'transfer-encoding', operator: 'equals', value: 'chunked' },
        { name: 'content-encoding', operator: 'equals', value: 'gzip' },
      ],
    }
    expect((await plain('/chunked', settings)).failure).toBeNull()
    expect((await secure('/chunked', settings)).failure).toBeNull()
  })

  test('a limit of requests is told as that', async () => {
    const outcomes = [await plain('/limited'), await plain('/limited')]
    expect(outcomes.map(({ statusCode, failure }) => [statusCode, failure?.cause ?? null])).toEqual(
      [
        [200, null],
        [429, 'rateLimited'],
      ],
    )
  })

  test('a redirect from HTTPS to HTTP is followed with the hops told', async () => {
    const { status, details } = await secure('/from')
    expect(status).toBe('up')
    expect(details?.['redirects']).toHaveLength(1)
  })

  test('a certificate that nobody trusts is down, and described', async () => {
    expect(await secure('/page.txt', { tls: { verify: true } })).toMatchObject({
      status: 'down',
      failure: { source: 'target', phase: 'tls', cause: 'certUntrusted' },
      details: { tls: { subject: 'localhost', problem: 'certUntrusted', names: ['localhost'] } },
    })
  })

  test('TLS and plain HTTP at the wrong port are told apart', async () => {
    const atPlain = await runChecker(webChecker, `https://localhost:${server.ports[0]}/`)
    expect(atPlain.failure).toMatchObject({ phase: 'tls', cause: 'tlsHandshakeFailed' })
    const atSecure = await runChecker(webChecker, `http://localhost:${server.ports[2]}/`)
    expect(atSecure).toMatchObject({ statusCode: 400, failure: { cause: 'clientError' } })
  })

  test('a body over the limit is up and told as cut', async () => {
    const settings = { maxBodyBytes: 100, keyword: { value: 'All systems' } }
    expect(await plain('/page.txt', settings)).toMatchObject({
      status: 'up',
      details: { truncated: true },
    })
  })
})
