import { describe, expect, it } from 'vitest'
import {
  applySettings,
  mergeSettings,
} from '../../../../controller/src/monitoring/monitor-settings.ts'

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

  it('may name what is not available yet, as long as it is at its default', () => {
    expect(
      applySettings('web', null, { httpVersion: 'auto', keyword: null, auth: { kind: 'none' } }),
    ).toBeDefined()
    expect(() => applySettings('web', null, { httpVersion: '2' })).toThrow('settings.httpVersion')
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
