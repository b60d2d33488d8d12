import { describe, expect, it } from 'vitest'
import {
  applySettings,
  mergeSettings,
  readableSettings,
  settingsToStore,
} from '../../../../controller/src/monitors/apply-settings.ts'

describe('merging settings', () => {
  it.each([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: null }, {}],
    [{ a: { b: 1, c: 2 } }, { a: { b: null, d: 3 } }, { a: { c: 2, d: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 1 }, { a: { b: null } }, { a: {} }],
    [{ a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
  ])('%j with %j is %j', (stored, patch, expected) => {
    expect(mergeSettings(stored, patch)).toEqual(expected)
  })
})

describe('the complete settings of a web monitor', () => {
  it('are the defaults when nothing is sent', () => {
    expect(applySettings('web', null, {})).toMatchObject({
      method: 'GET',
      expectedStatus: ['200-299'],
      redirects: { follow: true, max: 10 },
      tls: { verify: true, minVersion: '1.2' },
    })
  })

  it.each([{ zoo: null }, { tls: { zoo: null } }, { keyword: { zoo: null } }])(
    'have no field of %j, null or not',
    (patch) => {
      expect(() => applySettings('web', null, patch)).toThrow(/There is no field "settings\..*zoo"/)
    },
  )

  it.each(['Content-Length', 'transfer-encoding', 'Upgrade', 'Trailer', 'Expect'])(
    'take no header %s: it frames the request',
    (name) => {
      expect(() => applySettings('web', null, { headers: { [name]: 'x' } })).toThrow(name)
    },
  )

  it('never repeat a secret in an error', () => {
    const secret = 'hunter2'.repeat(300)
    expect(() => applySettings('web', null, { auth: { password: secret } })).toThrow(
      /settings\.auth\.password" is not valid/,
    )
  })
})

describe('a sign-in without its kind', () => {
  const MISSING = 'The field "settings.auth.kind" is missing: send basic, digest or bearer.'

  it.each([{ username: 'u', password: 'p' }, { token: 't' }, { kind: null, username: 'u' }])(
    '%j is refused: it would not be used',
    (auth) => {
      expect(() => applySettings('web', null, { auth })).toThrow(MISSING)
      const stored = applySettings('web', null, {})
      expect(() => applySettings('web', stored, { auth })).toThrow(MISSING)
    },
  )

  it.each([{}, { kind: 'none', username: 'left' }, { username: null }])('%j is none', (auth) => {
    expect(applySettings('web', null, { auth })).toMatchObject({ auth: { kind: 'none' } })
  })

  it('changes the one there is', () => {
    const stored = applySettings('web', null, {
      auth: { kind: 'basic', username: 'u', password: 'p' },
    })
    expect(applySettings('web', stored, { auth: { username: 'v' } })).toMatchObject({
      auth: { kind: 'basic', username: 'v' },
    })
    const off = applySettings('web', stored, { auth: { kind: 'none' } })
    expect(off).toMatchObject({ auth: { kind: 'none', username: 'u' } })
  })
})

describe('settings that would have no effect', () => {
  const OFF = 'The field "settings.tls.enabled" is missing: send true, as without TLS'

  it.each([{ minDaysLeft: 14 }, { sni: 'a.example' }, { verify: false }])(
    'of TLS that is not spoken are refused: %j',
    (tls) => {
      expect(() => applySettings('tcp', null, { tls })).toThrow(OFF)
      expect(() => applySettings('tcp', applySettings('tcp', null, {}), { tls })).toThrow(OFF)
      const stored = applySettings('tcp', null, { tls: { enabled: true } })
      expect(applySettings('tcp', stored, { tls })).toMatchObject({ tls })
    },
  )

  it.each([
    {},
    { enabled: false, minDaysLeft: 14 },
    { minDaysLeft: null },
    { verify: true, sni: null },
  ])('of TLS that are none, or are kept on purpose, are taken: %j', (tls) => {
    expect(applySettings('tcp', null, { tls })).toMatchObject({ tls: { enabled: false } })
  })

  it('of SNMP that is not asked are refused, unless they are kept on purpose', () => {
    const snmp = { community: 'inside' }
    const missing = 'The field "settings.preset" is missing: send "snmp", as nothing else'
    expect(() => applySettings('udp', null, { snmp })).toThrow(missing)
    expect(() => applySettings('udp', null, { payload: 'x', snmp })).toThrow(missing)
    const stored = applySettings('udp', null, { preset: 'snmp' })
    expect(applySettings('udp', stored, { snmp })).toMatchObject({ snmp })
    expect(applySettings('udp', stored, { preset: null, snmp })).toMatchObject({ snmp })
    expect(applySettings('udp', null, { snmp: { community: 'public' } })).toMatchObject({
      preset: null,
    })
  })

  it.each(['1.3.6.1.4294967296', '3.1', '1.40.1', '2.48'])(
    'that no SNMP request can hold are refused: the object %s',
    (oid) => {
      expect(() => applySettings('udp', null, { preset: 'snmp', snmp: { oid } })).toThrow(
        `The field "settings.snmp.oid" is "${oid}": it must be an object identifier`,
      )
    },
  )
})

describe('a change of settings', () => {
  it('judges the whole, not the part that was sent', () => {
    const stored = applySettings('dns', null, {
      expected: { match: 'contains', values: ['192.0.2.1'] },
    })
    expect(() => applySettings('dns', stored, { expected: { values: null } })).toThrow(
      /"settings\.expected\.values" is missing: it must hold at least one/,
    )
    expect(applySettings('dns', stored, { expected: null })).toMatchObject({
      expected: { match: 'any', values: [] },
    })
  })

  it('says what is missing, what was sent and what is allowed', () => {
    expect(() =>
      applySettings('web', null, { jsonChecks: [{ path: '$.a', operator: 'gt', value: 'x' }] }),
    ).toThrow(
      'The field "settings.jsonChecks[0].value" is "x": it must be a number with the operator "gt".',
    )
    expect(() => applySettings('web', null, { auth: { kind: 'bearer' } })).toThrow(
      'The field "settings.auth.token" is missing: it must be sent with the kind "bearer".',
    )
  })

  it('keeps a secret that was sent back hidden, and judges it open', () => {
    const user = { version: '3', user: 'u', authProtocol: 'sha' }
    const stored = applySettings('udp', null, {
      preset: 'snmp',
      snmp: { ...user, authPassword: 'long enough' },
    })
    expect(readableSettings('udp', stored)).toMatchObject({
      snmp: { community: '***', authPassword: '***', privPassword: null },
    })
    const snmp = { ...user, authPassword: '***', community: '***' }
    expect(applySettings('udp', stored, { snmp })).toEqual(stored)
    expect(() => applySettings('udp', null, { snmp })).toThrow(/settings\.snmp\.\w+" is "\*\*\*"/)
  })
})

describe('settings that a newer version stored', () => {
  const stored = { method: 'POST', trace: true, redirects: { max: 3, record: true } }

  it('are shown as far as they are known', () => {
    const shown = readableSettings('web', stored)
    expect(shown).toMatchObject({ method: 'POST', redirects: { follow: true, max: 3 } })
    expect(shown).not.toHaveProperty('trace')
  })

  it('stay where a change does not touch them', () => {
    const patch = { method: 'PUT', redirects: { follow: false } }
    const settings = applySettings('web', stored, patch)
    expect(settingsToStore('web', settings, stored, patch)).toEqual({
      method: 'PUT',
      trace: true,
      redirects: { follow: false, max: 3, record: true },
    })
  })

  it('go with what a change takes out or replaces', () => {
    const patch = { redirects: null, httpVersion: 'auto' }
    const before = { ...stored, httpVersion: '3' }
    const settings = applySettings('web', before, patch)
    expect(settingsToStore('web', settings, before, patch)).toEqual({ method: 'POST', trace: true })
  })
})

it('what is stored is what differs from the defaults', () => {
  const settings = applySettings('web', null, { method: 'GET', tls: { verify: false } })
  expect(settingsToStore('web', settings, null, {})).toEqual({ tls: { verify: false } })
})
