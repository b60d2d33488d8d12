import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addAppPages } from '../../../controller/src/api/routes/app-pages.ts'
import { judge } from '../../unit/agent/analyses/security-headers/subject.ts'

let folder: string
let app: FastifyInstance
let publicUrl = 'https://sightline.example.com'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-app-'))
  const built = join(folder, 'dist')
  await mkdir(join(built, 'assets'), { recursive: true })
  const html =
    '<meta property="csp-nonce" nonce="NONCE" /><!--PRELOADS--><!--frame-->frame<!--/frame--><p>app'
  await writeFile(join(built, 'index.html'), html)
  const page = { path: '/monitors', scripts: ['assets/a-1234.js'], reads: ['/api/v1/monitors'] }
  await writeFile(join(built, 'pages.json'), JSON.stringify([page]))
  await writeFile(join(built, 'assets', 'a-1234.js'), 'plain')
  await writeFile(join(built, 'assets', 'a-1234.js.br'), 'compressed')
  await writeFile(join(folder, 'secret'), 'secret')
  app = Fastify()
  await addAppPages(app, built, () => publicUrl)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const read = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the app', () => {
  it('is one document at all of its addresses, each time with a nonce of its own', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/monitors', '/monitors/mon_1/edit', '/settings/keys']) {
      const { statusCode, headers, body } = await read(path)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('no-store')
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(body) ?? []
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(4)
  })

  it('has what its page is begun with fetched along with it, and a frame, for who has a session', async () => {
    const { body } = await read('/monitors', { cookie: 'sightline.session_token=abc' })
    expect(body).toContain(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a-1234.js">',
    )
    expect(body).toContain('<link rel="preload" as="fetch" crossorigin href="/api/v1/monitors">')
    expect(body).toContain('>frame<')
    const { body: ofNobody } = await read('/monitors', { cookie: 'other=1' })
    expect(ofNobody).not.toMatch(/preload|frame/)
  })

  it('runs no script within the document, and is shown in no frame', async () => {
    const policy = String((await read('/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('is worth the best grade by our own judgement of security headers', async () => {
    const { headers, body } = await read('/')
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    const { grade, summary } = judge({ headers: Object.fromEntries(texts) }, body)
    expect([grade, summary.failed]).toEqual(['A+', 0])
  })

  it('asks for https alone where that is how people reach it', async () => {
    onTestFinished(() => {
      publicUrl = 'https://sightline.example.com'
    })
    expect((await read('/')).headers['strict-transport-security']).toBe('max-age=31536000')
    publicUrl = 'http://127.0.0.1:8080'
    expect((await read('/')).headers['strict-transport-security']).toBeUndefined()
  })

  it('has files that are kept for ever, compressed where that is understood', async () => {
    const { headers, body } = await read('/assets/a-1234.js', { 'accept-encoding': 'br' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect(body).toBe('compressed')
    expect((await read('/assets/a-1234.js')).body).toBe('plain')
  })

  it.each(['/assets/../../secret', '/assets/..%2f..%2fsecret', '/assets/none.js', '/nowhere'])(
    'has nothing at %s',
    async (path) => {
      const { statusCode, body } = await read(path)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(body).not.toContain('secret\n')
      expect(body).not.toBe('secret')
    },
  )
})
