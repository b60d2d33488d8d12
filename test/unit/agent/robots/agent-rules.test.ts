import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { extentOf, isAllowed, rulesFor } from '../../../../agent/src/robots/agent-rules.ts'
import { parseRobots } from '../../../../agent/src/robots/parse-robots.ts'

const SITE = 'https://example.test'

function allows(robots: string, token: string, path: string): boolean {
  return isAllowed(parseRobots(robots), token, SITE + path).isAllowed
}

/** A group for one crawler. */
const group = (...rules: readonly string[]): string => ['User-agent: FooBot', ...rules].join('\n')

/** Paths that are allowed where all others are not. */
interface OnlyAllowed {
  readonly rule: string
  readonly matches: readonly string[]
  readonly misses: readonly string[]
}

/** As many rules as a file of 512 kB has room for. */
function fullOf(ruleOf: (index: number) => string): string {
  const rules: string[] = []
  for (let octets = 0, index = 0; octets < 500_000; index += 1) {
    const rule = ruleOf(index)
    octets += rule.length + 1
    rules.push(rule)
  }
  return group(...rules)
}

/** Takes each piece where it first occurs, by searching the path itself. */
function slowlyMatches(rule: string, path: string): boolean {
  const isAnchored = rule.endsWith('$')
  const pieces = rule.replace(/\$$/, '').split('*')
  const last = isAnchored ? pieces.pop() : undefined
  let at = 0
  for (const [place, piece] of pieces.entries()) {
    const found = path.indexOf(piece, at)
    if (found === -1 || (place === 0 && found !== 0)) return false
    at = found + piece.length
  }
  if (last === undefined) return true
  if (pieces.length === 0) return path === last
  return path.length - last.length >= at && path.endsWith(last)
}

describe('a file that is full of rules', () => {
  const path = `/${'a'.repeat(2_000)}`

  it('decides by its rules and by nothing else, however many have to be tried', () => {
    const robots = parseRobots(`${fullOf((index) => `Allow: *aaa${index}`)}\nDisallow: *a$`)
    expect(isAllowed(robots, 'FooBot', SITE + path)).toMatchObject({ rule: { value: '*a$' } })
    expect(isAllowed(robots, 'FooBot', `${SITE + path}b`)).toEqual({ isAllowed: true, rule: null })
    expect(isAllowed(robots, 'FooBot', `${SITE + path}a77b`)).toMatchObject({
      rule: { value: '*aaa77' },
    })
  })

  it('agrees with a matcher that tries all of them on each place', () => {
    const piece = fc.array(fc.constantFrom('a', 'b', 'a', '*'), { minLength: 20, maxLength: 40 })
    const pattern = fc.tuple(piece, fc.constantFrom('', '$'))
    const letters = fc.array(fc.constantFrom('aa', 'b', 'ab'), { minLength: 500, maxLength: 900 })
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 100 }), letters, (patterns, written) => {
        const rules = patterns.map(([pieces, end]) => `/${pieces.join('')}${end}`)
        const url = `/${written.join('')}`
        const longestFirst = rules.toSorted((a, b) => b.length - a.length)
        const decides = longestFirst.find((rule) => slowlyMatches(rule, url))
        const robots = parseRobots(group(...rules.map((rule) => `Disallow: ${rule}`)))
        expect(isAllowed(robots, 'FooBot', SITE + url).rule?.value).toBe(decides)
      }),
      { numRuns: 30 },
    )
  })

  it('decides by the strongest that match before', () => {
    const robots = `${fullOf((index) => `Disallow: *aaa${index}`)}\nAllow: ${path.slice(0, 500)}`
    expect(allows(robots, 'FooBot', path)).toBe(true)
  })

  it('may have any number without stars', () => {
    const robots = fullOf((index) => `Disallow: /a${index}`)
    expect(allows(robots, 'FooBot', path)).toBe(true)
    expect(allows(robots, 'FooBot', '/a77/')).toBe(false)
  })
})

describe('which paths a rule matches', () => {
  // Cases published with Google's parser and in its documentation.
  const cases: readonly OnlyAllowed[] = [
    {
      rule: '/fish',
      matches: ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fish.html?id=any'],
      misses: ['/bar', '/Fish.asp', '/catfish', '/?id=fish'],
    },
    {
      rule: '/fish*',
      matches: ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads/yummy.html'],
      misses: ['/bar', '/Fish.bar', '/catfish', '/?id=fish'],
    },
    {
      rule: '/fish/',
      matches: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/?id=any'],
      misses: ['/fish', '/fish.html', '/Fish/Salmon.html'],
    },
    {
      rule: '/*.php',
      matches: [
        '/filename.php',
        '/folder/filename.php?parameters',
        '//folder/any.php.file.html',
        '/filename.php/',
        '/index?f=filename.php/',
      ],
      misses: ['/php/', '/index?php', '/windows.PHP'],
    },
    {
      rule: '/*.php$',
      matches: ['/filename.php', '/folder/filename.php'],
      misses: ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/aaaphpaaa'],
    },
    {
      rule: '/fish*.php',
      matches: ['/fish.php', '/fishheads/catfish.php?parameters'],
      misses: ['/Fish.PHP'],
    },
    { rule: '/$', matches: ['/'], misses: ['/page.html', '/?a'] },
    { rule: '/foo/*/qux', matches: ['/foo/a/qux', '/foo/a/b/qux/c'], misses: ['/foo/qux'] },
    { rule: '*/print', matches: ['/a/print', '/print'], misses: ['/prin'] },
    { rule: '/a*b*c$', matches: ['/abc', '/axbxc', '/abcbc'], misses: ['/ab', '/abcd', '/acb'] },
    { rule: '/ab*b$', matches: ['/abb', '/abxb'], misses: ['/ab'] },
    { rule: '/p?q=1', matches: ['/p?q=1', '/p?q=12'], misses: ['/p', '/p/?q=1'] },
    { rule: '/p;v=1', matches: ['/p;v=1'], misses: ['/p'] },
    { rule: 'fish', matches: [], misses: ['/fish', '/a/fish'] },
  ]

  it.each(cases)('$rule', ({ rule, matches, misses }) => {
    const robots = group('Disallow: /', `Allow: ${rule}`)
    for (const path of matches) expect(allows(robots, 'FooBot', path), path).toBe(true)
    for (const path of misses) expect(allows(robots, 'FooBot', path), path).toBe(false)
  })

  // The table of RFC 9309, section 2.2.2, and its special characters in section 2.2.3.
  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par', '/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7A'],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html'],
    ['/path/foo-%24', '/path/foo-$'],
    ['/a$b', '/a$b'],
    ['/a b', '/a%20b'],
    ["/it's?who's", "/it's?who's"],
    ['/*?next=/home', '/login?next=%2Fhome'],
    ['/*%2Fhome', '/login?next=%2Fhome'],
    ['/100%', '/100%'],
  ])('%s is %s, however either is escaped', (rule, path) => {
    expect(allows(group('Disallow: /', `Allow: ${rule}`), 'FooBot', path)).toBe(true)
  })

  it.each([
    ['/a%2Fb', '/a/b'],
    ['/a/b', '/a%2Fb'],
    ['/a*b', '/a%2A'],
    ['/a%24', '/a'],
  ])('%s is not %s', (rule, path) => {
    expect(allows(group('Disallow: /', `Allow: ${rule}`), 'FooBot', path)).toBe(false)
  })
})

describe('which rule decides', () => {
  it.each([
    [['disallow: /x/page.html', 'allow: /x/'], '/x/page.html', false],
    [['allow: /x/page.html', 'disallow: /x/'], '/x/page.html', true],
    [['allow: /x/page.html', 'disallow: /x/'], '/x/', false],
    [['disallow:', 'allow:'], '/x', true],
    [['disallow: /', 'allow: /'], '/x', true],
    [['disallow: /x', 'allow: /x/'], '/x', false],
    [['disallow: /x', 'allow: /x/'], '/x/', true],
    [['allow: /p', 'disallow: /'], '/page', true],
    [['allow: /folder', 'disallow: /folder'], '/folder/page', true],
    [['allow: /page', 'disallow: /*.html'], '/page.html', false],
    [['allow: /$', 'disallow: /'], '/', true],
    [['disallow: /'], '/robots.txt', true],
    // Twelve octets against eleven characters.
    [['disallow: /ツabcdefgh', 'allow: /%E3%83%84abcd'], '/ツabcdefgh', false],
  ])('%j for %s', (rules, path, expected) => {
    expect(allows(group(...rules), 'FooBot', path)).toBe(expected)
  })

  it('tells the rule', () => {
    const robots = parseRobots(group('Disallow: /private', 'Allow: /private/open # but this'))
    expect(isAllowed(robots, 'foobot', `${SITE}/private/open/a`)).toEqual({
      isAllowed: true,
      rule: { directive: 'allow', value: '/private/open', line: 3 },
    })
    expect(isAllowed(robots, 'foobot', `${SITE}/`).rule).toBeNull()
  })
})

describe('which groups are for a crawler', () => {
  const several = [
    'allow: /foo/bar/',
    '',
    'user-agent: FooBot',
    'disallow: /',
    'allow: /x/',
    'user-agent: BarBot',
    'disallow: /',
    'allow: /y/',
    '',
    '',
    'allow: /w/',
    'user-agent: BazBot',
    '',
    'user-agent: FooBot',
    'allow: /z/',
    'disallow: /',
  ].join('\n')

  it.each([
    ['FooBot', '/x/b', true],
    ['FooBot', '/z/d', true],
    ['FooBot', '/y/c', false],
    ['BarBot', '/y/c', true],
    ['BarBot', '/w/a', true],
    ['BarBot', '/z/d', false],
    ['BazBot', '/z/d', true],
    ['FooBot', '/foo/bar/', false],
    ['BarBot', '/foo/bar/', false],
    ['BazBot', '/foo/bar/', false],
    ['QuxBot', '/foo/bar/', true],
  ])('groups of %s are put together (%s)', (token, path, expected) => {
    expect(allows(several, token, path)).toBe(expected)
  })

  it.each([
    ['user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /', 'FooBot', false],
    ['user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /', 'BarBot', true],
    ['user-agent: *\ndisallow: /\nuser-agent: FooBot\ndisallow: /y/', 'FooBot', true],
    ['user-agent: *\ndisallow: /\nuser-agent: FooBot', 'FooBot', true],
    ['user-agent: *\ndisallow: /\nuser-agent: FooBot\ndisallow:', 'FooBot', true],
    ['User-Agent: * every crawler\nDisallow: /', 'FooBot', false],
    ['USER-AGENT: fOObOT\nDISALLOW: /', 'FooBot', false],
    ['User-agent: FooBot/2.1\nDisallow: /', 'FooBot', false],
    ['User-agent: Foo Bar\nDisallow: /', 'Foo', false],
    ['User-agent: FooBot-News\nDisallow: /', 'FooBot', true],
    ['User-agent: FooBot\nDisallow: /', 'FooBot-News', true],
    ['User-agent: AI2Bot\nDisallow: /', 'AI2Bot', false],
    ['User-agent: BarBot\nSitemap: https://a.test/s\nUser-agent: *\nDisallow: /', 'BarBot', false],
    ['User-agent: BarBot\nUnknown: x\nUser-agent: *\nDisallow: /', 'BarBot', false],
    ['User-agent: BarBot\nCrawl-delay: 5\nUser-agent: *\nDisallow: /', 'BarBot', false],
    ['User-agent: BarBot\nDisallow: /a\nUser-agent: *\nDisallow: /', 'BarBot', true],
    ['user-agent:\ndisallow: /', 'FooBot', true],
    ['', 'FooBot', true],
  ])('%j for %s', (robots, token, expected) => {
    expect(allows(robots, token, '/x/y')).toBe(expected)
  })

  it.each([
    ['user-agent FooBot\ndisallow /', false],
    ['user-agent\tFooBot\ndisallow\t/', false],
    ['useragent: FooBot\ndissallow: /', false],
    ['user agent: FooBot\ndissalow: /', false],
    ['user-agent: FooBot\ndisalow: /', false],
    ['user-agent: FooBot\ndiasllow: /', false],
    ['user-agent: FooBot\ndisallaw: /', false],
    ['user-agent : FooBot \n disallow :/ ', false],
    ['foo: FooBot\nbar: /', true],
    ['user-agent: FooBot\ndisallow / everything', true],
    ['\ufeffUser-agent: FooBot\rDisallow: /', false],
    ['\ufffdUser-agent: FooBot\r\nDisallow: /', false],
    // Google's parser does not; files put together of several have it.
    ['User-agent: FooBot\n\ufeffDisallow: /', false],
  ])('spelt %j', (robots, expected) => {
    expect(allows(robots, 'FooBot', '/x')).toBe(expected)
  })
})

describe('crawl delay', () => {
  it.each([
    ['User-agent: FooBot\nCrawl-delay: 5\nDisallow:', 5],
    ['User-agent: FooBot\nDisallow:\nCrawl-delay: 0.5', 0.5],
    ['User-agent: FooBot\nCrawl-delay: 2\nDisallow:\nUser-agent: FooBot\nCrawl-delay: 7', 7],
    ['User-agent: *\nCrawl-delay: 3', 3],
    ['User-agent: BarBot\nCrawl-delay: 10\nUser-agent: *\nDisallow: /x', null],
    ['User-agent: BarBot\nUser-agent: FooBot\nCrawl-delay: 10\nUser-agent: *\nDisallow: /x', 10],
    ['User-agent: FooBot\nCrawl-delay: soon', null],
    ['User-agent: FooBot\nCrawl-delay: -1', null],
    ['Crawl-delay: 9\nUser-agent: FooBot\nDisallow:', null],
  ])('%j', (robots, expected) => {
    expect(rulesFor(parseRobots(robots), 'FooBot').crawlDelaySeconds).toBe(expected)
  })
})

describe('how much a crawler may fetch', () => {
  it.each([
    [['Disallow: /'], 'disallowed'],
    [['Disallow: /*'], 'disallowed'],
    [['Disallow: *'], 'disallowed'],
    [['Disallow: /*$'], 'disallowed'],
    [['Disallow: /', 'Disallow: /x'], 'disallowed'],
    [['Disallow: /', 'Allow: /public'], 'partial'],
    [['Disallow: /private'], 'partial'],
    [['Disallow: /$'], 'partial'],
    [['Disallow: /*/'], 'partial'],
    [['Disallow:'], 'allowed'],
    [['Allow: /'], 'allowed'],
    [['Allow: /', 'Disallow: /'], 'allowed'],
    [['Allow: /', 'Disallow: /*'], 'disallowed'],
    [[], 'allowed'],
  ])('%j', (rules, expected) => {
    expect(extentOf(rulesFor(parseRobots(group(...rules)), 'FooBot'))).toBe(expected)
  })
})

describe('hostile files', () => {
  it('cuts lines that are too long, as Google does', () => {
    const cut = '/x/'.padEnd(2083 * 8 - 'disallow: '.length, 'a')
    const robots = group(`disallow: ${cut}/qux`)
    expect(allows(robots, 'FooBot', '/fux')).toBe(true)
    expect(allows(robots, 'FooBot', `${cut}/fux`)).toBe(false)
  })

  it('matches patterns of thousands of stars in about linear time', () => {
    const stars = `/${'*a'.repeat(8_000)}*b`
    expect(allows(group(`Disallow: ${stars}`), 'FooBot', `/${'a'.repeat(16_000)}`)).toBe(true)
    expect(allows(group(`Disallow: ${stars}`), 'FooBot', `/${'a'.repeat(16_000)}b`)).toBe(false)
  })

  it('reads whatever there is', () => {
    const piece = fc.constantFrom(
      'user-agent:',
      'allow',
      'disallow:',
      ' ',
      '\n',
      '\r',
      '#',
      ':',
      '*',
      '/',
      '$',
      '%',
      '%4',
      'content-signal: ',
      'sitemap:',
      'crawl-delay:',
      '\u0000',
      '\ud800',
      'ツ',
      'FooBot',
      'a',
    )
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, fc.webPath(), (robots, path) => {
        const parsed = parseRobots(robots)
        const verdict = isAllowed(parsed, 'FooBot', `${SITE}/${path}`)
        expect(verdict.isAllowed || verdict.rule !== null).toBe(true)
        expect(parsed.errors.some(({ line }) => line < 1 || line > parsed.lines)).toBe(false)
      }),
    )
  })

  it('agrees with a slow matcher', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '/', '*'), { maxLength: 8 })
    const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 12 })
    fc.assert(
      fc.property(letters, fc.boolean(), path, (pattern, isAnchored, rest) => {
        const expression = pattern.map((each) => (each === '*' ? '.*' : each)).join('')
        const slow = new RegExp(`^/${expression}${isAnchored ? '$' : ''}`)
        const rule = `/${pattern.join('')}${isAnchored ? '$' : ''}`
        const url = `/${rest.join('')}`
        expect(allows(group(`Disallow: ${rule}`), 'FooBot', url)).toBe(!slow.test(url))
      }),
    )
  })
})
