import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { innerSchema } from '@sightline/shared/monitor-types/inner-schema'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import {
  neededSettingsVersion,
  SETTINGS_VERSION,
  since,
  unknownSetting,
  versionOfSetting,
} from '@sightline/shared/monitor-types/since'
import { describe, expect, it } from 'vitest'

/** Every setting that every version knows. None is added here: what is new says with which version it came. */
const FIRST_SETTINGS = `
web.method
web.headers
web.body
web.bodyType
web.auth
web.auth.kind
web.auth.username
web.auth.password
web.auth.token
web.expectedStatus
web.keyword
web.keyword.value
web.keyword.mode
web.keyword.caseSensitive
web.jsonChecks
web.headerChecks
web.redirects
web.redirects.follow
web.redirects.max
web.tls
web.tls.verify
web.tls.minDaysLeft
web.tls.minVersion
web.tls.sni
web.ipFamily
web.httpVersion
web.maxBodyBytes
web.maxResponseMs
web.userAgent
web.cacheBust
web.render
web.render.enabled
web.render.waitFor
web.render.selector
web.render.failOnConsoleError
tcp.port
tcp.tls
tcp.tls.enabled
tcp.tls.verify
tcp.tls.minDaysLeft
tcp.tls.sni
tcp.steps
tcp.ipFamily
tcp.maxResponseMs
udp.port
udp.payload
udp.payloadHex
udp.preset
udp.snmp
udp.snmp.version
udp.snmp.community
udp.snmp.oid
udp.snmp.user
udp.snmp.authProtocol
udp.snmp.authPassword
udp.snmp.privProtocol
udp.snmp.privPassword
udp.expectRegex
udp.expectHex
udp.anyReply
udp.attempts
udp.silenceIs
udp.ipFamily
udp.maxResponseMs
ping.packets
ping.packetIntervalMs
ping.packetSize
ping.maxLossPercent
ping.degradedLossPercent
ping.maxAvgMs
ping.ipFamily
dns.recordType
dns.resolver
dns.protocol
dns.expected
dns.expected.match
dns.expected.values
dns.expected.minCount
dns.expectedRcode
dns.dnssec
dns.maxResponseMs
mail.protocol
mail.port
mail.security
mail.ehloName
mail.expectBannerRegex
mail.expectCapabilities
mail.auth
mail.auth.username
mail.auth.password
mail.mailFromTest
mail.mailFromTest.from
mail.mailFromTest.to
mail.resolveMx
mail.tls
mail.tls.verify
mail.tls.minDaysLeft
mail.maxResponseMs
`

type Shape = ReturnType<typeof descriptionOf>['shape']
type Field = Parameters<typeof innerSchema>[0]

function settingsWithin(shape: Shape['shape'], at: string): [string, Field][] {
  return Object.entries<Field>(shape).flatMap(([name, field]): [string, Field][] => {
    const path = `${at}.${name}`
    const within = innerSchema(field)
    const inside = 'shape' in within ? settingsWithin(within.shape as Shape['shape'], path) : []
    return [[path, field], ...inside]
  })
}

const all = MONITOR_TYPES.flatMap((type) => settingsWithin(descriptionOf(type).shape.shape, type))

describe('every setting', () => {
  it('that is new says with which version it came', () => {
    const first = all.filter(([, field]) => versionOfSetting(field) === 1).map(([path]) => path)
    expect(first.join('\n')).toBe(FIRST_SETTINGS.trim())
  })

  it('came with a version up to the present one', () => {
    const versions = all.map(([, field]) => versionOfSetting(field))
    expect(Math.max(...versions)).toBe(SETTINGS_VERSION)
  })
})

describe('an agent of an earlier version', () => {
  const web = descriptionOf('web').shape
  const fresh = since(2, web.shape.cacheBust.describe('Came later.'))
  const shape = web.extend({
    redirects: web.shape.redirects.unwrap().extend({ fresh }).prefault({}),
  })

  it('does not know a setting that came later, and it is named', () => {
    expect(unknownSetting(shape, { redirects: { fresh: true } }, 1)).toBe('redirects.fresh')
  })

  it('knows all of a monitor that makes no use of it, and one of that version knows all', () => {
    expect(unknownSetting(shape, { redirects: { max: 3 } }, 1)).toBeNull()
    expect(unknownSetting(shape, { redirects: { fresh: true } }, 2)).toBeNull()
  })

  it('is told by the version of all the settings that a monitor makes use of', () => {
    expect(neededSettingsVersion(shape, {})).toBe(1)
    expect(neededSettingsVersion(shape, { redirects: { max: 3 }, ofNobody: true })).toBe(1)
    expect(neededSettingsVersion(shape, { redirects: { max: 3, fresh: true } })).toBe(2)
  })
})
