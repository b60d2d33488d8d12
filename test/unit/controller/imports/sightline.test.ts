import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SIGHTLINE } from '../../../../controller/src/imports/reading/formats/sightline.ts'
import { orderByDependencies } from '../../../../controller/src/imports/reading/order-by-dependencies.ts'
import type { ReadMonitor } from '../../../../controller/src/imports/reading/reading.ts'
import { sourceText } from '../../../../controller/src/imports/reading/source-file.ts'
import { withoutHidden } from '../../../../controller/src/imports/reading/without-hidden.ts'

const read = (exported: object) =>
  SIGHTLINE.read(sourceText(JSON.stringify({ format: 'sightline', version: 1, ...exported })))

function monitor(ref: string, dependsOn: readonly string[]): ReadMonitor {
  return {
    ref,
    name: ref,
    at: null,
    body: { dependsOn },
    intervalSeconds: null,
    isActive: true,
    warnings: [],
  }
}

describe('an export', () => {
  it('of a later version is refused', async () => {
    await expect(read({ version: 99 })).rejects.toThrow('bring it up to date')
  })

  it('is read without what is only told, whatever it holds', async () => {
    const { monitors, teams } = await read({
      monitors: [
        { id: 'mon_1', type: 'ping', url: 'ping://a', active: false, secretsLeftOut: [] },
        5,
        null,
      ],
      teams: [{ id: 'team_1', name: 'T' }],
      maintenance: 'none',
    })
    expect(monitors).toMatchObject([
      { ref: 'mon_1', isActive: false, body: { type: 'ping', url: 'ping://a' } },
    ])
    expect(monitors[0]?.body).not.toHaveProperty('id')
    expect(teams[0]).toMatchObject({ ref: 'team_1', body: { name: 'T' } })
  })

  it('gives contacts without the ways whose secret it does not hold', async () => {
    const { contacts, notCarried } = await read({
      contacts: [
        { id: 'ctc_1', name: 'A', email: 'a@x.example', slackUrl: '***' },
        { id: 'ctc_2', name: 'B', telegram: { botToken: '***', chatId: '5' } },
      ],
    })
    expect(contacts).toMatchObject([{ ref: 'ctc_1', body: { name: 'A', email: 'a@x.example' } }])
    expect(contacts[0]?.warnings).toHaveLength(1)
    expect(notCarried).toMatchObject([{ what: 'contact', name: 'B' }])
  })

  it('gives monitors without their secrets paused', async () => {
    const exported = await read({
      monitors: [
        {
          id: 'mon_1',
          type: 'web',
          url: 'https://a.example',
          settings: { auth: { kind: 'basic', username: 'u', password: '***' } },
        },
      ],
    })
    const [one] = exported.monitors
    expect(one).toMatchObject({
      isActive: false,
      body: { settings: { auth: { kind: 'none', username: 'u' } } },
    })
    expect(one?.warnings[0]).toContain('settings.auth.password')
  })
})

describe('settings without their secrets', () => {
  it.each<[string, object, object]>([
    ['web', { headers: { Authorization: '***', Accept: '*/*' } }, { headers: { Accept: '*/*' } }],
    ['web', { auth: { kind: 'bearer', token: '***' } }, { auth: { kind: 'none' } }],
    ['mail', { auth: { username: 'u', password: '***' }, security: 'tls' }, { security: 'tls' }],
    [
      'udp',
      { snmp: { version: '3', user: 'u', authProtocol: 'sha', authPassword: '***' } },
      { snmp: { version: '3', user: 'u', authProtocol: 'none', privProtocol: 'none' } },
    ],
    ['tcp', { steps: [{ send: '***' }] }, { steps: [{ send: '***' }] }],
  ])('of %s are such that the rules take them', (type, settings, expected) => {
    expect(withoutHidden(type, settings).settings).toEqual(expected)
  })
})

describe('monitors in the order of what they depend on', () => {
  it('stand behind those, and are all there, however they depend on each other', () => {
    const refs = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(refs, { minLength: 1, maxLength: 10 }), (lists) => {
        const monitors = lists.map((list, index) => monitor(String(index), list.map(String)))
        const ordered = orderByDependencies(monitors)
        expect(ordered.map(({ ref }) => ref).sort()).toEqual(monitors.map(({ ref }) => ref).sort())
        const places = new Map(ordered.map(({ ref }, index) => [ref, index]))
        for (const { ref, body } of ordered) {
          for (const each of body['dependsOn'] as readonly string[]) {
            if (each === ref || !places.has(each)) continue
            expect(places.get(each)).toBeLessThan(places.get(ref) ?? 0)
          }
        }
      }),
    )
  })

  it('may form a chain as long as a file', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) =>
      monitor(String(index), [String(index + 1)]),
    )
    expect(orderByDependencies(chain).at(-1)?.ref).toBe('0')
  })
})
