import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pingChecker } from '../../../agent/src/checks/ping.ts'
import type { Icmp } from '../../../agent/src/trace/find-icmp.ts'
import { findIcmp, findPrograms } from '../../../agent/src/trace/find-icmp.ts'
import { runChecker } from '../../helpers/run-checker.ts'

describe.each([
  ['mtr-packet', 'auto', 'mtr'],
  ['ping', 'commands', 'pingCommand'],
] as const)('%s', (program, way, engine) => {
  let icmp: Icmp

  beforeAll(async () => {
    icmp = await findIcmp(createLogger('test', 'error'), findPrograms(way))
  })

  afterAll(() => {
    icmp.stop()
  })

  const check = async (url: string, settings: object, skip: (note: string) => void) => {
    if (!icmp.capabilities.includes(engine)) {
      skip(`${program} is not installed or may not be used by this user`)
    }
    return runChecker(
      pingChecker,
      url,
      { packetIntervalMs: 20, ...settings },
      { icmp: icmp.engine },
    )
  }

  test.for(['127.0.0.1', '[::1]', '127.9.8.7'])(
    '%s answers every packet',
    async (host, { skip }) => {
      expect(await check(`ping://${host}`, { packets: 8 }, skip)).toMatchObject({
        status: 'up',
        failure: null,
        details: { sent: 8, received: 8, lossPercent: 0 },
      })
    },
  )

  test.for([0, 56, 1_400])('packets of %d bytes come back', async (packetSize, { skip }) => {
    expect(await check('ping://127.0.0.1', { packets: 2, packetSize }, skip)).toMatchObject({
      status: 'up',
      details: { received: 2 },
    })
  })

  test('twenty checks at once each have their own answers', async ({ skip }) => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => check(`ping://127.0.0.${i + 1}`, { packets: 4 }, skip)),
    )
    expect(all.map(({ status, ip }) => [status, ip])).toEqual(
      all.map((_, i) => ['up', `127.0.0.${i + 1}`]),
    )
  })
})
