import dns from 'node:dns'
import { create } from '@bufbuild/protobuf'
import { credentials } from '@grpc/grpc-js'
import { HelloSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Link } from '../../../../agent/src/connection/link.ts'
import { openLink } from '../../../../agent/src/connection/link.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFakeController } from '../../../helpers/fake-controller.ts'

const HOSTS = ['127.0.0.1', '127.0.0.2'] as const

/** Opens a link and waits until its controller has said Welcome. */
function welcomed(address: string): Promise<Link> {
  return new Promise((resolve, reject) => {
    const link = openLink(
      { address, credentials: credentials.createInsecure(), token: 'token' },
      {
        onMessage: () => resolve(link),
        onDrain: () => {},
        onEnd: ({ message }) => reject(new Error(message)),
      },
    )
    link.send({ case: 'hello', value: create(HelloSchema, {}) })
  })
}

// Elsewhere only one address of the loopback network is there without more ado.
test.skipIf(process.platform !== 'linux')(
  'a name with several addresses leads to any of them',
  async () => {
    const first = await startFakeController({ host: HOSTS[0] })
    onTestFinished(first.stop)
    const second = await startFakeController({ host: HOSTS[1], port: first.port })
    onTestFinished(second.stop)
    const lookup = vi.spyOn(dns.promises, 'lookup')
    lookup.mockResolvedValue(HOSTS.map((address) => ({ address, family: 4 })) as never)
    const resolveTxt = vi.spyOn(dns.promises, 'resolveTxt').mockResolvedValue([])
    onTestFinished(() => {
      lookup.mockRestore()
      resolveTxt.mockRestore()
    })
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const link = await welcomed(`controllers.test:${first.port}`)
      link.drop()
    }
    expect(first.calls.length + second.calls.length).toBe(30)
    expect(first.calls.length).toBeGreaterThan(0)
    expect(second.calls.length).toBeGreaterThan(0)
  },
)
