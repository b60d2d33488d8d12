import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import type { ProbeAnswers } from '../../../../agent/src/probes/answers.ts'
import { PROBES } from '../../../../agent/src/probes/table.ts'
import type { Answer } from '../../../helpers/gathering.ts'
import { gatherOne, redirectTo, serveSite } from '../../../helpers/gathering.ts'
import { listen } from '../../../helpers/listen.ts'

const PATHS = Object.values(PROBES).flatMap(({ paths }) => paths)

const textOf = (answers: ProbeAnswers, path: string): string | null => {
  const body = answers.files[path]?.body
  return body === undefined ? null : new TextDecoder().decode(body)
}

test('every file is asked for once, with the homepage, the page as Markdown, and nothing', async () => {
  const accepts = new Map<string, string | undefined>()
  const { origin, asked } = await serveSite({
    '/shop?q=1': (request, to) => {
      accepts.set(request.headers.accept ?? '', request.url)
      to.writeHead(200, { 'content-type': 'text/html' }).end('page')
    },
    '/': (_, to) => to.writeHead(200, { link: '</api>; rel=service-desc' }).end('home'),
    '/llms.txt': '# Shop',
  })
  const answers = await gatherOne('probes', `${origin}/shop?q=1`)
  const missing = answers.missing?.path ?? ''
  expect(missing).toMatch(/^\/\.well-known\/[\da-f-]{36}$/)
  const page = '/shop?q=1'
  expect(asked.toSorted()).toEqual([...PATHS, '/', missing, page, page].toSorted())
  expect([...accepts.keys()]).toContain('text/markdown')
  expect(answers.home).toMatchObject({ path: '/', headers: { link: '</api>; rel=service-desc' } })
  expect(answers.missing?.statusCode).toBe(404)
  expect(Object.keys(answers.files).toSorted()).toEqual(PATHS.toSorted())
  expect(textOf(answers, '/llms.txt')).toBe('# Shop')
})

test('the homepage is not asked for again where it is the page', async () => {
  const { origin, asked } = await serveSite({ '/': 'home' })
  const answers = await gatherOne('probes', `${origin}/`)
  expect(answers.home).toMatchObject({ path: '/', statusCode: 200 })
  // The page, and the page as Markdown.
  expect(asked.filter((path) => path === '/')).toHaveLength(2)
})

test('redirects are followed within the site, five of them, and nowhere else', async () => {
  const other = await serveSite({ '/llms.txt': '# Other' })
  const otherPort = new URL(other.origin).port
  const hops = Array.from({ length: 6 }, (_, at): [string, Answer] => [
    `/${at}`,
    redirectTo(`/${at + 1}`),
  ])
  const { origin } = await serveSite({
    ...Object.fromEntries(hops),
    '/6': '# Sixth',
    '/': 'home',
    '/llms.txt': redirectTo('/2'),
    '/auth.md': redirectTo('/1'),
    '/openapi.json': redirectTo(`http://localhost:${otherPort}/llms.txt`),
    '/api': redirectTo('http://10.0.0.1/api'),
    '/.well-known/ucp': redirectTo('http://169.254.169.254/latest'),
    '/.well-known/acp.json': redirectTo(`${other.origin}/llms.txt`),
  })
  const answers = await gatherOne('probes', `${origin}/`)
  expect(textOf(answers, '/llms.txt')).toBe('# Sixth')
  for (const path of ['/auth.md', '/openapi.json', '/api', '/.well-known/ucp']) {
    expect(answers.files[path]).toBeNull()
  }
  // Another port of the same host is the same site.
  expect(textOf(answers, '/.well-known/acp.json')).toBe('# Other')
  expect(other.asked).toEqual(['/llms.txt'])
})

test('a path that looks like another address is one of the site', async () => {
  const other = await serveSite({})
  const path = `//localhost:${new URL(other.origin).port}/`
  const { origin, asked } = await serveSite({ [path]: '# Shop' })
  const { markdown } = await gatherOne('probes', `${origin}${path}`)
  expect(markdown).toMatchObject({ path, statusCode: 200 })
  expect(asked.filter((each) => each === path)).toHaveLength(2)
  expect(other.asked).toEqual([])
})

test('a page that leads to an address that may not be reached is refused, and probes with it', async () => {
  const { origin } = await serveSite({ '/': redirectTo('http://10.0.0.1/') })
  await expect(gatherOne('probes', `${origin}/`)).rejects.toMatchObject({ code: 'forbidden' })
})

test('bodies are read up to 256 KiB', async () => {
  const endless = 'a'.repeat(3 * 1024 * 1024)
  const { origin } = await serveSite({ '/': endless, '/llms.txt': endless })
  const { home, files } = await gatherOne('probes', `${origin}/`)
  for (const answer of [home, files['/llms.txt']]) {
    expect(answer).toMatchObject({ isTruncated: true })
    expect(answer?.body.byteLength).toBe(256 * 1024)
  }
})

test('a host is asked for six things at once at most', async () => {
  let open = 0
  let most = 0
  let waiting: (() => void)[] | null = []
  const port = await listen(
    createServer((request, to) => {
      if (request.url === '/') {
        to.end('home')
        return
      }
      open += 1
      most = Math.max(most, open)
      const answer = (): void => {
        open -= 1
        to.writeHead(404).end()
      }
      // The first ones wait for each other.
      if (waiting === null) answer()
      else if (waiting.push(answer) === 6) {
        for (const each of waiting) each()
        waiting = null
      }
    }),
  )
  await gatherOne('probes', `http://127.0.0.1:${port}/`)
  expect(most).toBe(6)
})

test('what breaks off is no answer', async () => {
  const { origin } = await serveSite({
    '/': 'home',
    '/llms.txt': (request) => request.socket.destroy(),
    '/auth.md': '# Sign in',
  })
  const answers = await gatherOne('probes', `${origin}/`)
  expect(answers.files['/llms.txt']).toBeNull()
  expect(textOf(answers, '/auth.md')).toBe('# Sign in')
})
