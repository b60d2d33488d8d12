import { createHash } from 'node:crypto'
import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { badge, BADGES } from '../../../../../controller/src/api/pages/status-page/badge.ts'
import { dayBars } from '../../../../../controller/src/api/pages/status-page/day-bars.ts'
import {
  EMBED_POLICY,
  embedHtml,
} from '../../../../../controller/src/api/pages/status-page/embed.ts'
import { statusFeed } from '../../../../../controller/src/api/pages/status-page/feed.ts'
import {
  policyOf,
  statusPageHtml,
} from '../../../../../controller/src/api/pages/status-page/status-page.ts'
import { pageTimes, spanWords } from '../../../../../controller/src/api/pages/status-page/words.ts'
import { shownDays } from '../../../../../controller/src/status-pages/shown/days.ts'
import { publicStatus, shownComponent } from '../../../../helpers/public-status.ts'

const AT = new Date('2026-11-23T13:05:00Z')
const BAD = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;]]>`
const shown = { base: '/status/example', canSubscribe: true }

const hostile = publicStatus({
  title: BAD,
  description: BAD,
  components: [
    shownComponent({ name: BAD, description: BAD, group: BAD, state: 'down' }),
    shownComponent({ id: 'cmp_2', name: BAD }),
  ],
  outages: [
    {
      id: 'out_1',
      component: BAD,
      startedAt: AT,
      endedAt: null,
      notes: [{ id: 'nte_1', at: AT, text: `${BAD}\u0000\u0007\uFFFE` }],
    },
  ],
  maintenance: [
    {
      id: 'occ_1',
      from: AT,
      to: AT,
      windowId: 'mw_1',
      repeats: false,
      isUnderWay: true,
      toldSince: AT,
      description: BAD,
      components: [BAD],
    },
  ],
})

test('whatever people write is shown as text', () => {
  const page = statusPageHtml(hostile, shown)
  const names = new Set<string>()
  const walk = (node: {
    nodeName: string
    attrs?: { name: string }[]
    childNodes?: never[]
  }): void => {
    names.add(node.nodeName)
    for (const { name } of node.attrs ?? []) names.add(`@${name}`)
    for (const child of node.childNodes ?? []) walk(child)
  }
  walk(parse(page) as never)
  expect([...names].filter((name) => name === 'script' || name.startsWith('@on'))).toEqual([])
  // The one of the page itself would be its logo, and there is none.
  expect(names.has('img')).toBe(false)
  for (const kind of BADGES) {
    expect(badge(kind, hostile, hostile.components[0] ?? null)).not.toContain('<script')
  }
})

test('what people write turns nothing that stands beside it', () => {
  const status = publicStatus({ title: '\u202eExample', description: 'All \u2067of it' })
  const page = statusPageHtml(status, shown)
  expect(page).toContain('<h1>\u202eExample\u202c</h1>')
  expect(page).toContain('<p>All \u2067of it\u2069</p>')
})

test('the feed is XML, whatever people write', () => {
  const feed = statusFeed(hostile, 'https://status.example.com')
  for (const none of ['<script', '<img', '\u0007', '\uFFFE']) expect(feed).not.toContain(none)
  expect(feed.match(/<item>/g)).toHaveLength(2)
  expect(feed).toContain('<guid isPermaLink="false">out_1/nte_1</guid>')
  expect(feed).toContain('<pubDate>Mon, 23 Nov 2026 13:05:00 GMT</pubDate>')
})

test('the feed stays as it is while nothing happens', () => {
  const [maintenance] = hostile.maintenance
  if (maintenance === undefined) throw new Error('no maintenance')
  const later = new Date(AT.getTime() + 5_000)
  const planned = { ...maintenance, from: new Date(AT.getTime() + 3_600_000), isUnderWay: false }
  const [feed, again] = [AT, later].map((at) =>
    statusFeed({ ...hostile, at, maintenance: [planned] }, 'https://status.example.com'),
  )
  expect(again).toBe(feed)
})

test.each([null, '#1d4ed8'])('its policy lets in its one style, with the colour %s', (color) => {
  const page = statusPageHtml(publicStatus({ color }), shown)
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? []
  expect(policyOf(color)).toContain(createHash('sha256').update(style).digest('base64'))
})

test('says first how all is, then what is wrong, and when', () => {
  const page = statusPageHtml(
    publicStatus({
      state: 'partialOutage',
      outages: [
        {
          id: 'out_1',
          component: 'Checkout',
          startedAt: new Date('2026-11-23T12:00:00Z'),
          endedAt: null,
          notes: [{ id: 'nte_1', at: AT, text: 'We found the cause.' }],
        },
      ],
    }),
    shown,
  )
  const told = [
    'Some systems are down',
    'Checkout',
    'We found the cause.',
    'Services',
    'Past outages',
  ]
  const places = told.map((text) => page.indexOf(text))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(page).toContain('for 1 h 5 min now')
  expect(page).toContain('23 Nov 2026, 13:00 CET')
  expect(page).toContain('action="/status/example/subscribe"')
})

test('tells past outages by the days they began on, in the zone of the page, and all names as text', () => {
  const past = (id: string, from: string, to: string) => ({
    id,
    component: '<b>Shop</b>',
    startedAt: new Date(from),
    endedAt: new Date(to),
    notes: [],
  })
  const page = statusPageHtml(
    publicStatus({
      outages: [
        past('out_3', '2026-11-22T23:30:00Z', '2026-11-23T00:30:00Z'),
        past('out_2', '2026-11-22T12:00:00Z', '2026-11-22T12:05:00Z'),
        past('out_1', '2026-11-22T10:00:00Z', '2026-11-22T10:00:20Z'),
      ],
    }),
    shown,
  )
  expect(page.match(/[A-Z][a-z]+day,? \d+ November 2026/g)).toHaveLength(2)
  expect(page.match(/<h4>&lt;b&gt;Shop&lt;\/b&gt;<\/h4>/g)).toHaveLength(3)
  expect(page).not.toContain('<b>')
  expect(page.replaceAll(/\s+/g, ' ')).toContain('Not available for 5 min: 22 Nov 2026, 13:00')
  expect(page).toContain('for 20 s')
})

test('bars tell in words what was not good', () => {
  const dates = ['2026-11-21', '2026-11-22', '2026-11-23']
  const days = shownDays(dates, [
    { day: 2, status: 'up', seconds: 80_000 },
    { day: 2, status: 'down', seconds: 660 },
    { day: 3, status: 'up', seconds: 80_000 },
  ])
  const { html } = dayBars(days, pageTimes('UTC'))
  expect(html).toContain(
    'Of the last 3 days, 2 are known, and 1 were not good: 22 Nov down for 11 min.',
  )
  expect(html).toContain('<title>21 Nov: no data</title>')
  expect(html.match(/<path/g)).toHaveLength(3)
})

test.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [61, '1 min'],
  [3_900, '1 h 5 min'],
  [90_061, '1 d 1 h'],
  [86_400, '1 d'],
  [0.4, 'under 1 s'],
  [-3, '0 s'],
])('%d seconds are %s', (seconds, words) => {
  expect(spanWords(seconds)).toBe(words)
})

test('badges tell of all, or of one component', () => {
  const status = publicStatus({
    state: 'degraded',
    components: [
      shownComponent({ uptime30d: 99.2, responseMs: 120 }),
      shownComponent({ id: 'cmp_2', name: 'Search', uptime30d: 100, responseMs: 180 }),
    ],
  })
  expect(badge('status', status, null)).toContain('status: degraded')
  expect(badge('uptime', status, null)).toContain('uptime 30 d: 99.2 %')
  expect(badge('response-time', status, null)).toContain('response time: 150 ms')
  expect(badge('uptime', status, status.components[1] ?? null)).toContain('Search: 100 %')
})

test('a service in the pages of others has no script, whatever people write, and the style of its policy', () => {
  const [component] = hostile.components
  const page = embedHtml(hostile, component ?? shownComponent({}), '/status/example')
  for (const none of ['<script', '<img', '<form']) expect(page).not.toContain(none)
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
  const digest = createHash('sha256').update(style).digest('base64')
  expect(EMBED_POLICY).toContain(`style-src 'sha256-${digest}'`)
})

test('what is planned again and again is one card, with each of its times below', () => {
  const nightly = (day: number) => ({
    id: `occ_${day}`,
    from: new Date(`2026-11-${day}T22:00:00Z`),
    to: new Date(`2026-11-${day}T22:30:00Z`),
    windowId: 'mw_1',
    repeats: true,
    isUnderWay: false,
    toldSince: AT,
    description: 'Nightly reboot',
    components: ['Shop'],
  })
  const once = { ...nightly(25), id: 'occ_once', windowId: 'mw_2', description: 'Upgrade' }
  const page = statusPageHtml(
    publicStatus({ maintenance: [nightly(24), once, nightly(25), nightly(26)] }),
    shown,
  )
  expect(page.split('Nightly reboot')).toHaveLength(2)
  expect(page).toContain('and 2 more')
  for (const id of ['occ_24', 'occ_25', 'occ_26', 'occ_once']) expect(page).toContain(`id="${id}"`)
  expect(page.indexOf('Nightly reboot')).toBeLessThan(page.indexOf('Upgrade'))
})

test('all is well only as far as is known', () => {
  const partly = publicStatus({
    components: [shownComponent(), shownComponent({ id: 'cmp_2', state: 'unknown' })],
  })
  const page = statusPageHtml(partly, shown)
  expect(page).toContain('<title>Example Ltd: Operational, as far as is known</title>')
  expect(page).not.toContain('All systems operational')
  expect(statusPageHtml(publicStatus(), shown)).toContain('All systems operational')
})

test('a list of outages that is cut says so', () => {
  const outages = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `out_${index}`,
      component: 'Shop',
      startedAt: AT,
      endedAt: AT,
      notes: [],
    }))
  const cut = 'Of all outages only the latest 100 are shown.'
  expect(statusPageHtml(publicStatus({ outages: outages(100) }), shown)).toContain(cut)
  expect(statusPageHtml(publicStatus({ outages: outages(99) }), shown)).not.toContain(cut)
  const underWay = outages(100).map((outage) => ({ ...outage, endedAt: null }))
  const page = statusPageHtml(publicStatus({ outages: underWay }), shown)
  expect(page).toContain(cut)
  expect(page).not.toContain('None in the last')
})

test('a badge has room for letters that are as wide as they are high', () => {
  const widthFor = (name: string): number =>
    Number(
      /<rect width="(\d+)"[^>]*#3f4550/.exec(
        badge('status', publicStatus(), shownComponent({ name })),
      )?.[1],
    )
  expect(widthFor('注文管理画面')).toBeGreaterThanOrEqual(6 * 11 + 12)
  expect(widthFor('결제')).toBe(widthFor('決済'))
  expect(widthFor('orders')).toBe(51)
})
