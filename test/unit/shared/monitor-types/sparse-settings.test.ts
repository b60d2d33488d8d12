import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import {
  knownSettings,
  unknownSettings,
  withoutDefaults,
} from '@sightline/shared/monitor-types/sparse-settings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const web = descriptionOf('web').shape

const { cacheBust: flag } = web.shape

/** The web settings of a version that has one more, at the top and in a section. */
const newerWeb = web.extend({
  trace: flag,
  redirects: web.shape.redirects.unwrap().extend({ record: flag }).prefault({}),
})

/** Anything, and now and then what the shape of a web monitor has. */
const someSettings = fc.record(
  {
    method: fc.constantFrom('GET', 'POST'),
    headers: fc.dictionary(fc.constantFrom('X-A', 'X-B'), fc.constantFrom('1', '2')),
    body: fc.option(fc.constantFrom('', 'text')),
    auth: fc.record(
      { kind: fc.constantFrom('none', 'basic'), username: fc.option(fc.constant('u')) },
      { requiredKeys: [] },
    ),
    expectedStatus: fc.constantFrom(['200-299'], ['200', '404']),
    keyword: fc.option(
      fc.record(
        { value: fc.constant('word'), caseSensitive: fc.boolean() },
        { requiredKeys: ['value'] },
      ),
    ),
    tls: fc.record(
      { verify: fc.boolean(), minDaysLeft: fc.option(fc.constant(7)) },
      { requiredKeys: [] },
    ),
    jsonChecks: fc.constantFrom([], [{ path: '$.a', operator: 'exists' }]),
  },
  { requiredKeys: [] },
)

describe('settings without their defaults', () => {
  it.each(MONITOR_TYPES)('of a %s monitor at its defaults are none', (type) => {
    const { shape } = descriptionOf(type)
    expect(withoutDefaults(shape, shape.parse({}))).toEqual({})
  })

  it('mean the same', () => {
    fc.assert(
      fc.property(someSettings, (sent) => {
        const complete = web.parse(sent)
        const sparse = withoutDefaults(web, complete)
        expect(web.parse(sparse)).toEqual(complete)
        expect(withoutDefaults(web, sparse)).toEqual(sparse)
      }),
    )
  })

  it('leave out what is at its default within a section that is none', () => {
    const complete = web.parse({ keyword: { value: 'word' } })
    expect(complete.keyword).toMatchObject({ mode: 'contains' })
    expect(withoutDefaults(web, complete)).toEqual({ keyword: { value: 'word' } })
  })

  it('of a newer version are read by an older one, unless they make use of what is new', () => {
    const stored = withoutDefaults(newerWeb, newerWeb.parse({ method: 'POST' }))
    expect(web.safeParse(stored).success).toBe(true)
    const used = withoutDefaults(newerWeb, newerWeb.parse({ redirects: { record: true } }))
    expect(used).toEqual({ redirects: { record: true } })
    expect(web.safeParse(used).success).toBe(false)
  })
})

describe('settings of a newer version', () => {
  const stored = {
    method: 'POST',
    trace: true,
    redirects: { max: 3, record: true },
    jsonChecks: [{ path: '$.a', operator: 'resembles' }],
    httpVersion: '3',
  }

  it('are known as far as the shape has them', () => {
    const known = knownSettings(web, stored)
    expect(known).toEqual({ method: 'POST', redirects: { max: 3 } })
    expect(web.parse(known)).toMatchObject({ jsonChecks: [], httpVersion: 'auto' })
  })

  it('are divided into what is known and what is not', () => {
    expect(unknownSettings(stored, knownSettings(web, stored))).toEqual({
      trace: true,
      redirects: { record: true },
      jsonChecks: stored.jsonChecks,
      httpVersion: '3',
    })
  })

  it('leave out a section that cannot be without what is not known of it', () => {
    expect(knownSettings(web, { keyword: { valueOf: 'page', mode: 'absent' } })).toEqual({})
  })
})
