import { describe, expect, it } from 'vitest'
import {
  changeBody,
  creationBody,
  newDraft,
} from '../../../../controller/web/src/parts/monitor-form/draft.ts'
import {
  linesOf,
  listOf,
  pairsOf,
  pairsText,
} from '../../../../controller/web/src/parts/monitor-form/lines.ts'
import {
  changesOf,
  valueAt,
  withValueAt,
} from '../../../../controller/web/src/parts/monitor-form/paths.ts'
import {
  proposeTarget,
  targetFor,
  targetOf,
} from '../../../../controller/web/src/parts/monitor-form/propose-type.ts'

describe('what is pasted', () => {
  it.each([
    ['https://example.com/a', 'web', 'https://example.com/a'],
    ['example.com', 'web', 'https://example.com'],
    ['example.com/shop', 'web', 'https://example.com/shop'],
    ['example.com:443', 'web', 'https://example.com:443'],
    ['example.com:5432', 'tcp', 'tcp://example.com:5432'],
    ['mail.example.com:587', 'mail', 'smtp://mail.example.com:587'],
    ['ns1.example.com:53', 'udp', 'udp://ns1.example.com:53'],
    ['ping://example.com', 'ping', 'ping://example.com'],
    ['DNS://example.com', 'dns', 'DNS://example.com'],
  ])('%s is watched as %s', (typed, type, url) => {
    expect(proposeTarget(typed)).toEqual({ type, url })
  })

  it.each(['', ' ', 'two words', 'ftp://example.com', 'javascript://x'])(
    '%j is no target',
    (typed) => {
      expect(proposeTarget(typed)).toBeNull()
    },
  )

  it.each([
    ['ping', 'example.com', 'ping://example.com'],
    ['tcp', 'example.com:22', 'tcp://example.com:22'],
    ['mail', 'example.com', 'smtp://example.com'],
    ['web', 'example.com:8080', 'https://example.com:8080'],
    ['web', 'http://example.com', 'http://example.com'],
    ['udp', 'example.com', 'udp://example.com'],
    // What is refused is refused as it was typed.
    ['ping', 'https://example.com/', 'https://example.com/'],
    ['ping', 'two words', 'two words'],
  ] as const)('as %s %s is %s', (type, typed, url) => {
    expect(targetOf(type, typed)).toBe(url)
  })

  it('keeps its host when another type is chosen', () => {
    expect(targetFor('ping', 'https://example.com:8443/a')).toBe('ping://example.com')
    expect(targetFor('tcp', 'https://example.com:8443/a')).toBe('tcp://example.com:8443')
    expect(targetFor('web', 'dns://example.com')).toBe('https://example.com/')
  })
})

describe('paths of settings', () => {
  const settings = { keyword: null, tls: { verify: true, sni: null } }

  it('are read and set, also where there was nothing', () => {
    expect(valueAt(settings, 'tls.verify')).toBe(true)
    expect(valueAt(settings, 'keyword.value')).toBeUndefined()
    expect(withValueAt(settings, 'keyword.value', 'x')).toEqual({
      ...settings,
      keyword: { value: 'x' },
    })
  })

  it('tell what differs, and nothing else', () => {
    const changed = withValueAt(settings, 'tls.sni', 'a.example')
    expect(changesOf(changed, settings)).toEqual({ tls: { sni: 'a.example' } })
    expect(changesOf(settings, settings)).toBeUndefined()
    expect(changesOf(settings, changed)).toEqual({ tls: { sni: null } })
    expect(changesOf({ list: ['a'] }, { list: ['a', 'b'] })).toEqual({ list: ['a'] })
  })
})

describe('bodies', () => {
  const defaults = { intervalMinutes: 5, settings: { method: 'GET', headers: {} } }
  const draft = newDraft('web', 'https://example.com', defaults)

  it('of a new monitor hold what is not as ever', () => {
    expect(creationBody(draft, defaults)).toEqual({ type: 'web', url: 'https://example.com' })
    const slow = { ...draft, name: 'Shop', fields: { ...draft.fields, intervalMinutes: 60 } }
    expect(creationBody(slow, defaults)).toEqual({
      type: 'web',
      url: 'https://example.com',
      name: 'Shop',
      intervalMinutes: 60,
    })
  })

  it('of a change hold what was changed', () => {
    const head = withValueAt(draft.fields, 'settings.method', 'HEAD')
    expect(changeBody({ ...draft, fields: head }, draft)).toEqual({ settings: { method: 'HEAD' } })
    expect(changeBody(draft, draft)).toEqual({})
  })
})

describe('lines', () => {
  it('are lists and pairs', () => {
    expect(listOf(' a \n\n b')).toEqual(['a', 'b'])
    expect(linesOf(['a', 'b'])).toBe('a\nb')
    expect(pairsOf('Accept: text/html\nX-Url: http://a:1/\nbare')).toEqual({
      Accept: 'text/html',
      'X-Url': 'http://a:1/',
      bare: '',
    })
    expect(pairsText({ Accept: '*/*' })).toBe('Accept: */*')
  })
})
