import { describe, expect, it } from 'vitest'
import type { MonitorType } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { Monitor } from '../../../../controller/web/src/data/wire.ts'
import type { Draft } from '../../../../controller/web/src/parts/monitor-form/draft.ts'
import {
  changeBody,
  creationBody,
  draftOf,
  draftLike,
  newDraft,
} from '../../../../controller/web/src/parts/monitor-form/draft.ts'
import type { Tree } from '../../../../controller/web/src/parts/monitor-form/paths.ts'
import { valueAt, withValueAt } from '../../../../controller/web/src/parts/monitor-form/paths.ts'

const defaultsOf = (type: MonitorType): Tree => ({
  settings: descriptionOf(type).settings.parse({}),
})
const monitor = (type: MonitorType, settings: object): Draft =>
  draftOf({
    type,
    url: 'https://example.com/',
    name: 'Shop',
    settings: descriptionOf(type).settings.parse(settings),
  } as unknown as Monitor)

/** The same with other settings, by path. */
const typed = (draft: Draft, values: Tree): Draft =>
  Object.entries(values).reduce(
    (now, [path, value]) => ({
      ...now,
      fields: withValueAt(now.fields, `settings.${path}`, value),
    }),
    draft,
  )
const shown = (draft: Draft, path: string): unknown => valueAt(draft.fields, `settings.${path}`)

/** What is sent when these are typed into the form of a new monitor. */
function made(type: MonitorType, values: Tree): unknown {
  const defaults = defaultsOf(type)
  return creationBody(typed(newDraft(type, 'x', defaults), values), defaults)['settings']
}
/** What is sent when these are typed into the form of one that is there. */
function changed(before: Draft, values: Tree): unknown {
  return changeBody(typed(before, values), before)['settings']
}

describe('what a monitor can do without', () => {
  it('is taken away once all that it needs is emptied', () => {
    const page = monitor('web', { keyword: { value: 'Cart', mode: 'absent' } })
    expect(changed(page, { 'keyword.value': null })).toEqual({ keyword: null })
    const mail = monitor('mail', {
      security: 'none',
      auth: { username: 'ada', password: 'secret' },
      mailFromTest: { from: 'a@example.com', to: 'b@example.com' },
    })
    expect(changed(mail, { 'auth.username': null, 'auth.password': null })).toEqual({ auth: null })
    expect(changed(mail, { 'mailFromTest.from': null, 'mailFromTest.to': null })).toEqual({
      mailFromTest: null,
    })
    expect(changed(mail, { 'auth.username': null })).toEqual({ auth: { username: null } })
  })

  it('is not made by typing and emptying', () => {
    expect(made('web', { 'keyword.value': null, 'keyword.mode': 'absent' })).toBeUndefined()
  })
})

describe('settings that the form does not show any more', () => {
  it('are not sent of a new monitor', () => {
    expect(made('web', { 'auth.kind': 'none', 'auth.username': 'ada' })).toBeUndefined()
    expect(made('udp', { payload: 'PING', preset: 'ntp' })).toEqual({ preset: 'ntp' })
    const third = { preset: 'snmp', 'snmp.version': '3', 'snmp.user': 'ada' }
    expect(
      made('udp', { ...third, 'snmp.community': 'x', 'snmp.privPassword': '12345678' }),
    ).toEqual({ preset: 'snmp', snmp: { version: '3', user: 'ada' } })
    expect(made('dns', { 'expected.match': 'any', 'expected.values': ['a'] })).toBeUndefined()
  })

  it('are as ever where they were shown before, and else stay as they are', () => {
    const packet = monitor('udp', { payload: 'PING' })
    expect(changed(packet, { preset: 'ntp' })).toEqual({ preset: 'ntp', payload: null })
    const name = monitor('dns', { expected: { match: 'contains', values: ['a'] } })
    expect(changed(name, { 'expected.match': 'any' })).toEqual({
      expected: { match: 'any', values: null },
    })
    const page = monitor('web', { auth: { kind: 'none', username: 'ada' } })
    expect(changed(page, { 'auth.kind': 'basic', 'auth.username': 'bob' })).toEqual({
      auth: { kind: 'basic', username: 'bob' },
    })
    expect(changed(typed(page, {}), { 'auth.username': 'bob' })).toBeUndefined()
  })

  it('leave a body there that is sent without a type', () => {
    const page = monitor('web', { method: 'POST', body: 'x' })
    expect(changed(page, { userAgent: 'Shop' })).toEqual({ userAgent: 'Shop' })
    expect(changed(page, { body: null })).toEqual({ body: null })
  })
})

describe('values that are compared with', () => {
  const VALUES = [
    5,
    -0.5,
    true,
    false,
    null,
    'ok',
    '5',
    'true',
    'null',
    ' 5',
    '"x"',
    ['a', 1],
    { a: 1 },
  ]

  it.each(VALUES)('%j in JSON is read as it was', (value) => {
    const checks = [{ path: '$.a', operator: 'equals', value }]
    const page = monitor('web', { jsonChecks: checks })
    expect(shown(page, 'jsonChecks')).toEqual([{ ...checks[0], value: expect.any(String) }])
    expect(made('web', { jsonChecks: shown(page, 'jsonChecks') })).toEqual({ jsonChecks: checks })
    expect(changed(page, {})).toBeUndefined()
  })

  it.each([
    ['equals', '200', 200],
    ['equals', 'ok', 'ok'],
    ['equals', '"200"', '200'],
    ['gt', '5', 5],
    ['gt', 'five', 'five'],
    ['exists', '', undefined],
    ['exists', 'false', false],
    ['equals', '', ''],
  ])('in JSON: %s "%s" is %j', (operator, text, value) => {
    const rows = [{ path: '$.a', operator, value: text }]
    const [sent] = (made('web', { jsonChecks: rows }) as { jsonChecks: object[] }).jsonChecks
    expect(sent).toEqual({ path: '$.a', operator, ...(value === undefined ? {} : { value }) })
  })

  it.each([
    ['equals', '200', '200'],
    ['gt', '5', 5],
    ['exists', '', undefined],
    ['exists', 'false', 'false'],
  ])('in headers, which are texts: %s "%s" is %j', (operator, text, value) => {
    const rows = [{ name: 'age', operator, value: text }]
    const [sent] = (made('web', { headerChecks: rows }) as { headerChecks: object[] }).headerChecks
    expect(sent).toEqual({ name: 'age', operator, ...(value === undefined ? {} : { value }) })
  })
})

describe('what is said to a port', () => {
  const SAID = ['PING', 'PING\r\n', 'a\\nb', 'tab\there', '\\', '\u0001\u007f', '\\x41', 'é']

  it.each(SAID)('%j is read as it was, on one line', (send) => {
    const port = monitor('tcp', { steps: [{ send }] })
    const [step] = shown(port, 'steps') as { send: string }[]
    expect(step?.send).not.toMatch(/\p{Cc}/u)
    expect(made('tcp', { steps: shown(port, 'steps') })).toEqual({ steps: [{ send }] })
  })

  it('is what was typed, with line ends as they are written everywhere', () => {
    const steps = [
      { send: String.raw`EHLO a\r\n`, expect: '' },
      { send: '', expect: String.raw`^\d` },
    ]
    expect(made('tcp', { steps })).toEqual({
      steps: [{ send: 'EHLO a\r\n' }, { expect: String.raw`^\d` }],
    })
    expect(made('tcp', { steps: [{ send: null, expect: '220' }] })).toEqual({
      steps: [{ expect: '220' }],
    })
  })
})

describe('bytes and expressions of a step', () => {
  it('are sent in the place of the texts, whatever was typed of those', () => {
    const steps = [
      { sendWay: 'sendHex', send: 'PING', sendHex: '0d 0a', expectWay: 'expect', expect: '' },
      { sendWay: 'send', send: '', expectWay: 'expectRegex', expectRegex: String.raw`^\d\\n` },
      { sendWay: 'send', send: 'A', sendHex: null, expectWay: 'expectHex', expectHex: 'ff' },
    ]
    expect(made('tcp', { steps })).toEqual({
      steps: [
        { sendHex: '0d 0a' },
        { expectRegex: String.raw`^\d\\n` },
        { send: 'A', expectHex: 'ff' },
      ],
    })
  })

  it.each([
    [{ sendHex: '0d0a', expectRegex: String.raw`\d\\` }, 'sendHex', 'expectRegex'],
    [{ expectHex: 'ff' }, 'send', 'expectHex'],
    [{ send: 'PING' }, 'send', 'expect'],
  ])('of %j are read in that way, and not sent where nothing was changed', (step, send, wanted) => {
    const port = monitor('tcp', { steps: [step] })
    expect(shown(port, 'steps')).toMatchObject([{ ...step, sendWay: send, expectWay: wanted }])
    expect(made('tcp', { steps: shown(port, 'steps') })).toEqual({ steps: [step] })
    expect(changed(port, { steps: shown(port, 'steps') })).toBeUndefined()
  })
})

describe('a monitor like another', () => {
  it('has none of its passwords, which nobody can read', () => {
    const like = draftLike({
      type: 'web',
      url: 'https://example.com/',
      name: 'Shop',
      settings: { auth: { kind: 'basic', username: 'ada', password: '***', token: null } },
    } as unknown as Monitor)
    expect(like.name).toBe('Shop (copy)')
    expect(shown(like, 'auth')).toEqual({
      kind: 'basic',
      username: 'ada',
      password: null,
      token: null,
    })
  })
})
