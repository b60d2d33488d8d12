import { describe, expect, it } from 'vitest'
import type { StatusPage } from '../../../../../controller/web/src/data/wire.ts'
import { badgesOf } from '../../../../../controller/web/src/parts/status-pages/badges.ts'
import { embedOf } from '../../../../../controller/web/src/parts/status-pages/embeds.ts'
import {
  bodyOf,
  draftOf,
  moved,
  slugOf,
} from '../../../../../controller/web/src/parts/status-pages/draft.ts'

const page: StatusPage = {
  id: 'stp_1',
  slug: 'example',
  title: 'Example [Ltd]',
  description: '',
  homeUrl: null,
  timezone: 'Europe/Berlin',
  color: null,
  logoUrl: 'https://sightline.example.com/status/example/logo',
  host: null,
  published: true,
  listed: true,
  showResponseTimes: false,
  url: 'https://sightline.example.com/status/example',
  components: [
    {
      id: 'cmp_1',
      monitorId: 'mon_1',
      monitorName: 'shop prod',
      name: 'Shop',
      description: '',
      group: null,
    },
  ],
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
}

describe('a draft of a status page', () => {
  it('is sent as it was read, and its logo stays', () => {
    const body = bodyOf(draftOf(page, 'UTC'), null)
    expect(body).toMatchObject({ slug: 'example', timezone: 'Europe/Berlin', homeUrl: null })
    expect(body).toMatchObject({
      components: [{ monitorId: 'mon_1', name: 'Shop', description: '', group: null }],
    })
    expect(body).not.toHaveProperty('logo')
  })

  it('has no name of its own where none is typed, and takes a logo away', () => {
    const draft = draftOf(page, 'UTC')
    const components = draft.components.map((component) => ({ ...component, name: ' ' }))
    const body = bodyOf({ ...draft, logo: null, components }, page)
    expect(body).toMatchObject({ logo: null })
    expect(body).toMatchObject({ components: [{ monitorId: 'mon_1' }] })
    expect(JSON.stringify(body)).not.toContain('"name"')
  })

  it('sends of a page that is there only what was changed: others may have changed the rest', () => {
    const draft = draftOf(page, 'UTC')
    expect(bodyOf(draft, page)).toEqual({})
    expect(bodyOf({ ...draft, title: 'Example', homeUrl: ' ' }, page)).toEqual({ title: 'Example' })
    expect(bodyOf({ ...draft, logo: null, components: [] }, page)).toEqual({
      logo: null,
      components: [],
    })
  })

  it('begins unpublished, in the zone of the person', () => {
    expect(draftOf(null, 'Asia/Tokyo')).toMatchObject({ published: false, timezone: 'Asia/Tokyo' })
  })
})

describe('an address proposed by a title', () => {
  it.each([
    ['Example Ltd', 'example-ltd'],
    ['  Zürich & Söhne!  ', 'zurich-sohne'],
    ['会社', ''],
    ['x'.repeat(80), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
  ])('of %s is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })
})

describe('the order', () => {
  it('changes by a place, and at an end not at all', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
  })
})

describe('badges', () => {
  it('are those that the page has, in Markdown that no name breaks', () => {
    expect(badgesOf(page, null).map(({ markdown }) => markdown)).toEqual([
      '[![Example Ltd: status](https://sightline.example.com/status/example/badge/status.svg)](https://sightline.example.com/status/example)',
      '[![Example Ltd: uptime of 30 days](https://sightline.example.com/status/example/badge/uptime.svg)](https://sightline.example.com/status/example)',
    ])
    const withTimes = badgesOf({ ...page, showResponseTimes: true }, 'cmp_1')
    expect(withTimes).toHaveLength(3)
    expect(withTimes[2]?.image).toMatch(/response-time\.svg\?component=cmp_1$/)
  })
})

it('puts a service into a frame, whatever its name is', () => {
  const frame = embedOf(page, { id: 'cmp_1', name: '"><script>&' })
  expect(frame).toContain('src="https://sightline.example.com/status/example/embed/cmp_1"')
  expect(frame).toContain('title="Status of &quot;>&lt;script>&amp;"')
})
