import type { MonitorType, Phase } from '@sightline/shared/check-words'
import { MONITOR_TYPES, PHASES } from '@sightline/shared/check-words'
import type { EvidencePiece } from '@sightline/shared/diagnosis'
import { expect, test } from 'vitest'
import { usualPorts } from '../../../../agent/src/diagnosis/evidence/ports.ts'
import { planEvidence } from '../../../../agent/src/diagnosis/plan.ts'
import type { Subject } from '../../../../agent/src/diagnosis/subject.ts'
import { subjectOf } from '../../../../agent/src/diagnosis/subject.ts'

const URLS = {
  web: 'https://shop.test/',
  tcp: 'tcp://shop.test:5432',
  udp: 'udp://shop.test:123',
  ping: 'ping://shop.test',
  dns: 'dns://shop.test',
  mail: 'smtp://shop.test',
} as const satisfies Record<MonitorType, string>

function subject(
  type: MonitorType,
  phase: Phase | null,
  more: { settings?: object; cause?: string; url?: string; role?: 'passing' } = {},
): Subject {
  const { settings = {}, cause = null, url = URLS[type], role = 'failing' } = more
  const input = { type, url, timeoutMs: 5_000, settings: { ...settings }, cause, phase }
  const made = subjectOf({ ...input, role, ip: null })
  if (made === null) throw new Error('no subject')
  return made
}

const CASES: (readonly [MonitorType, Phase | null, object, readonly EvidencePiece[]])[] = [
  ['web', 'dns', {}, ['resolver', 'authorities']],
  ['web', 'connect', {}, ['trace', 'addresses', 'ports', 'resolver']],
  ['web', 'tls', {}, ['tls', 'connect', 'addresses', 'plainHttp']],
  ['web', 'firstByte', { cause: 'timeout' }, ['trace', 'connect', 'addresses', 'plainHttp']],
  ['web', 'firstByte', { cause: 'serverError' }, ['page', 'addresses']],
  ['web', 'content', { cause: 'keywordMissing' }, ['page', 'addresses']],
  ['web', null, {}, ['trace', 'addresses', 'ports', 'resolver']],
  // Nothing that changes something is sent again.
  ['web', 'content', { settings: { method: 'POST' } }, []],
  ['web', 'tls', { settings: { method: 'POST' } }, ['tls', 'connect', 'plainHttp']],
  // An address has no name to ask for, http no TLS to do without.
  ['web', 'connect', { url: 'http://192.0.2.1/' }, ['trace', 'addresses', 'ports']],
  ['web', 'firstByte', { url: 'http://shop.test/' }, ['trace', 'connect', 'addresses']],
  ['web', 'connect', { role: 'passing' }, ['trace', 'resolver']],
  ['web', 'content', { role: 'passing' }, ['page']],
  ['udp', 'firstByte', {}, ['trace', 'addresses', 'ports']],
  ['udp', 'firstByte', { settings: { preset: 'snmp' } }, ['trace', 'ports']],
  ['ping', 'connect', {}, ['trace', 'addresses', 'ports']],
  ['dns', 'content', {}, ['resolver', 'authorities']],
  ['mail', 'connect', { settings: { resolveMx: true } }, ['trace', 'ports', 'resolver']],
  ['mail', 'banner', {}, ['trace', 'connect', 'addresses', 'ports']],
  ['mail', 'rcpt', {}, ['connect', 'ports']],
]

test.for(CASES)('%s failing in %s with %o gathers %o', ([type, phase, more, pieces]) => {
  expect(planEvidence(subject(type, phase, more))).toEqual(pieces)
})

test('no failure has a target asked more than a handful of times', () => {
  // Connections of each piece, at most.
  const costs: Partial<Record<EvidencePiece, number>> = {
    addresses: 4,
    ports: 3,
    tls: 1,
    connect: 1,
    plainHttp: 1,
    page: 1,
  }
  for (const type of MONITOR_TYPES) {
    for (const phase of [...PHASES, null]) {
      const pieces = planEvidence(subject(type, phase))
      const total = pieces.reduce((sum, piece) => sum + (costs[piece] ?? 0), 0)
      expect([type, phase, total <= 8]).toEqual([type, phase, true])
    }
  }
})

test.for([
  ['web', 'https://a.test/', [80, 22]],
  ['web', 'http://a.test/', [443, 22]],
  ['tcp', 'tcp://a.test:22', [443, 80]],
  ['mail', 'smtp://a.test', [587, 465]],
  ['mail', 'imaps://a.test', [143, 25]],
  ['ping', 'ping://a.test', [443, 80, 22]],
] as const)('%s at %s asks the ports %o', ([type, url, ports]) => {
  expect(usualPorts(subject(type, 'connect', { url }))).toEqual(ports)
})
