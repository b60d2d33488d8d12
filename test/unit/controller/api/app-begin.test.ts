import { describe, expect, it } from 'vitest'
import { createBeginnings } from '../../../../controller/src/api/routes/app-begin.ts'

const beginningOf = createBeginnings([
  { path: '/sign-in', scripts: ['assets/sign-in.js'], reads: [] },
  {
    path: '/monitors',
    scripts: ['assets/list.js', 'assets/parts.js'],
    reads: ['/api/v1/m?a=1&b=2'],
    chosen: { cookie: 'look', reads: { tiles: ['/api/v1/m?a=1&c=3'] } },
  },
  { path: '/monitors/new', scripts: ['assets/new.js'], reads: [] },
  {
    path: '/monitors/$monitorId',
    scripts: ['assets/one.js'],
    reads: ['/api/v1/monitors/$monitorId'],
  },
])

const NO_COOKIES = new Map<string, string>()
const SIGNED_IN = { isSignedIn: true, cookies: NO_COOKIES }
const NOBODY = { isSignedIn: false, cookies: NO_COOKIES }

describe('what a page is begun with', () => {
  it('is its scripts, who is signed in, and its first answers', () => {
    expect(beginningOf('/monitors', false, SIGNED_IN)).toBe(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/list.js">' +
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/parts.js">' +
        '<link rel="preload" as="fetch" crossorigin href="/api/v1/me">' +
        '<link rel="preload" as="fetch" crossorigin href="/api/v1/m?a=1&amp;b=2">',
    )
  })

  it('is of the first page that has the address, with what stands in it', () => {
    expect(beginningOf('/monitors/new', false, SIGNED_IN)).toContain('new.js')
    const one = beginningOf('/monitors/mon_1', false, SIGNED_IN)
    expect(one).toContain('one.js')
    expect(one).toContain('href="/api/v1/monitors/mon_1"')
  })

  it('asks for no answers that the address may not mean', () => {
    const links = beginningOf('/monitors', true, SIGNED_IN)
    expect(links).toContain('list.js')
    expect(links).toContain('/api/v1/me')
    expect(links).not.toContain('/api/v1/m?')
  })

  it('asks for what the person chose to look at, in place of what most do', () => {
    const chose = (look: string) => ({ ...SIGNED_IN, cookies: new Map([['look', look]]) })
    const links = beginningOf('/monitors', false, chose('tiles'))
    expect(links).toContain('/api/v1/m?a=1&amp;c=3')
    expect(links).not.toContain('b=2')
    for (const other of ['list', '', 'constructor', '"><script>'])
      expect(beginningOf('/monitors', false, chose(other))).toContain('/api/v1/m?a=1&amp;b=2"')
    expect(beginningOf('/monitors', true, chose('tiles'))).not.toContain('/api/v1/m?')
  })

  it('is the page to sign in where nobody is, and asks for nothing', () => {
    const links = beginningOf('/monitors', false, NOBODY)
    expect(links).toBe(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/sign-in.js">',
    )
    expect(beginningOf('/sign-in', false, SIGNED_IN)).toBe(links)
  })

  it.each(['/monitors/"><script>', '/monitors/%22%3E', '/monitors/', '/monitors/a/b', '/nowhere'])(
    'is nothing at %s',
    (path) => {
      expect(beginningOf(path, false, SIGNED_IN)).toBe('')
    },
  )
})
