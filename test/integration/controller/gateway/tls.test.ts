import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgentToken } from '../../../../controller/src/agents/tokens.ts'
import type { ControllerReady } from '../../../../controller/src/supervisor/ready-message.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../../helpers/certificates.ts'
import { eventually } from '../../../helpers/eventually.ts'
import type { Program } from '../../../helpers/program.ts'
import { spawnProgram, startProgram } from '../../../helpers/program.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

let database: TestDatabase
let folder: string
let controller: Program<ControllerReady>
let address: string
let token: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sightline-tls-'))
  const { key, cert } = await makeCertificate({ names: ['localhost'] })
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'cert.pem'), cert)
  controller = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    DATABASE_URL: database.url,
    PORT: '0',
    SIGHTLINE_GRPC_PORT: '0',
    SIGHTLINE_DATA_DIR: folder,
    SIGHTLINE_GRPC_TLS_CERT: join(folder, 'cert.pem'),
    SIGHTLINE_GRPC_TLS_KEY: join(folder, 'key.pem'),
  })
  address = `localhost:${controller.ready.grpc.split(':').at(-1)}`
  ;({ token } = await createAgentToken(database.db, {
    region: 'eu-west',
    name: 'test',
    now: new Date(),
  }))
})
afterAll(async () => {
  await controller.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const argumentsOf = (name: string, ...more: string[]) => [
  '--region=eu-west',
  `--controller=${address}`,
  `--data-dir=${join(folder, name)}`,
  ...more,
]

describe('the agents’ port with a certificate', () => {
  it('takes an agent that trusts its authority', async () => {
    const agent = await startProgram(
      'agent/src/main.ts',
      argumentsOf('trusting', '--tls', `--ca=${join(folder, 'cert.pem')}`),
      { SIGHTLINE_AGENT_TOKEN: token },
    )
    expect(await agent.stop()).toBe(0)
  })

  it.each([
    ['does not trust its authority', ['--tls']],
    ['speaks plaintext', []],
  ])('gets no word from an agent that %s', async (name, flags) => {
    const agent = spawnProgram('agent/src/main.ts', argumentsOf(name, ...flags), {
      SIGHTLINE_AGENT_TOKEN: token,
    })
    await eventually(() => agent.output().includes('no connection to the controller'))
    expect(agent.output()).not.toContain(token)
    await agent.stop()
  })
})
