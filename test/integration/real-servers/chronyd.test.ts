import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { udpChecker } from '../../../agent/src/checks/udp.ts'
import type { Place, RealServer } from '../../helpers/real-server.ts'
import { installed, startServer } from '../../helpers/real-server.ts'
import { runChecker } from '../../helpers/run-checker.ts'

const chronyd = installed(['chronyd'])

/** It serves time and neither sets the clock nor asks anybody. */
const config =
  (own: string) =>
  ({ folder, ports }: Place): Record<string, string> => ({
    'chrony.conf': `
port ${ports[0]}
bindaddress 127.0.0.1
cmdport 0
bindcmdaddress ${folder}/command.sock
pidfile ${folder}/pid
allow 127.0.0.0/8
${own}
`,
  })

const ask = (port: number | undefined, settings: object = {}, timeoutMs = 3_000) =>
  runChecker(udpChecker, `udp://127.0.0.1:${port}`, { preset: 'ntp', ...settings }, { timeoutMs })

function start(own: string): Promise<RealServer> {
  return startServer({
    program: chronyd.program('chronyd'),
    ports: 1,
    files: config(own),
    args: ({ folder }) => ['-d', '-x', '-U', '-f', `${folder}/chrony.conf`],
    async answers({ ports }) {
      const { failure } = await ask(ports[0], { attempts: 1 }, 300)
      return failure === null || failure.cause === 'unexpectedReply'
    },
  })
}

describe.skipIf(chronyd.isMissing)(`chronyd${chronyd.note}`, () => {
  let synchronised: RealServer
  let alone: RealServer

  beforeAll(async () => {
    synchronised = await start('local stratum 3')
    alone = await start('')
  })

  afterAll(async () => {
    await synchronised?.stop()
    await alone?.stop()
  })

  test('a time server is up, with its stratum and how far the clocks are apart', async () => {
    const { status, failure, details } = await ask(synchronised.ports[0])
    expect([status, failure]).toEqual(['up', null])
    const ntp = (details as { ntp: { stratum: number; offsetMs: number } } | null)?.ntp
    expect(ntp?.stratum).toBe(3)
    // It is the same clock; what is left is the way there and back.
    expect(Math.abs(ntp?.offsetMs ?? Number.NaN)).toBeLessThan(1_000)
  })

  test('a time server that is not synchronised is down', async () => {
    expect(await ask(alone.ports[0])).toMatchObject({
      status: 'down',
      failure: {
        source: 'target',
        cause: 'unexpectedReply',
        message: expect.stringContaining('not synchronised'),
      },
    })
  })

  test('one that allows nobody is silent', async () => {
    const closed = await startServer({
      program: chronyd.program('chronyd'),
      ports: 1,
      files: config('local stratum 3\ndeny 127.0.0.1'),
      args: ({ folder }) => ['-d', '-x', '-U', '-f', `${folder}/chrony.conf`],
      answers: async ({ ports }) =>
        (await ask(ports[0], { attempts: 1 }, 300)).failure?.cause === 'udpNoReply',
    })
    try {
      expect((await ask(closed.ports[0], {}, 400)).failure?.cause).toBe('udpNoReply')
    } finally {
      await closed.stop()
    }
  })
})
