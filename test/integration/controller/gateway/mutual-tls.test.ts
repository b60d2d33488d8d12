import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServerIdentity } from 'node:tls'
import { status as GrpcStatus } from '@grpc/grpc-js'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { controllerCredentials } from '../../../../agent/src/connection/controller-credentials.ts'
import { plainReason } from '../../../../agent/src/connection/stream.ts'
import { removeAgent } from '../../../../controller/src/agents/remove-agent.ts'
import type { Authority } from '../../../../controller/src/certificates/authority.ts'
import {
  createAuthority,
  readAuthority,
  renewAuthority,
  retireAuthorities,
} from '../../../../controller/src/certificates/authority.ts'
import type { IssuedCertificate } from '../../../../controller/src/certificates/issue-certificate.ts'
import { issueCertificate } from '../../../../controller/src/certificates/issue-certificate.ts'
import { revokeCertificates } from '../../../../controller/src/certificates/revoke-certificate.ts'
import { eventually } from '../../../helpers/eventually.ts'
import type { AgentsSide } from '../../../helpers/gateway.ts'
import { startAgentsSide, useGateway } from '../../../helpers/gateway.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'
import { introduce, openStream } from '../../../helpers/synthetic-agent.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const gateway = useGateway()

let folder: string
let authority: Authority
let controllers: IssuedCertificate
let probe: IssuedCertificate
let side: AgentsSide
const now = () => new Date()

function issue(
  use: 'agent' | 'controller',
  name: string,
  by: Authority = authority,
): Promise<IssuedCertificate> {
  const names: [string] = [name]
  const place = join(folder, `${use}-${name}`)
  return issueCertificate(gateway.database.db, by, { use, names, days: 30 }, place, now())
}

beforeEach(async () => {
  await gateway.database.db.query({ text: 'delete from certificates' })
  folder = temporaryFolder()
  authority = await createAuthority(folder, now())
  controllers = await issue('controller', 'localhost')
  probe = await issue('agent', 'probe-1')
  side = await startAgentsSide(gateway.database, 'controller-tls', {
    tls: {
      certificateFile: controllers.certificateFile,
      keyFile: controllers.keyFile,
      clientCaFile: controllers.authorityFile,
    },
  })
})
afterEach(() => side.stop())

interface Files {
  readonly certificateFile: string
  readonly keyFile: string
  readonly authorityFile: string
}

/** A stream as an agent with these files opens it; nothing is said yet. */
function stream({ certificateFile, keyFile, authorityFile }: Files): SyntheticAgent {
  return opened(readFileSync(authorityFile), readFileSync(certificateFile), readFileSync(keyFile))
}

function opened(ca: Buffer, certificate: Buffer | null, key: Buffer | null): SyntheticAgent {
  const pems = { ca, certificate, key }
  const check = checkServerIdentity
  const credentials = controllerCredentials({ host: 'localhost', useTls: true, pems, check })
  const agent = openStream(`localhost:${side.port}`, gateway.token, credentials)
  onTestFinished(() => agent.close())
  return agent
}

const connected = (files: Files, hostname = 'probe-1', agentId = '') =>
  introduce(stream(files), 'eu-west', { agentId, hostname })

it('takes an agent with a certificate of its authority for its name', async () => {
  const agent = await connected(probe)
  expect(agent.agentId).toMatch(/^agt_/)
})

it('takes none without a certificate', async () => {
  const { code, details } = await opened(readFileSync(probe.authorityFile), null, null).ended
  expect(code).toBe(GrpcStatus.UNAVAILABLE)
  expect(plainReason(details)).toMatch(/--certificate/)
})

it('takes none with a certificate of another authority, or of a controller', async () => {
  const place = join(folder, 'foreign')
  mkdirSync(place)
  const foreign = await issue('agent', 'probe-1', await createAuthority(place, now()))
  const ca = controllers.authorityFile
  const ends = [
    await stream({ ...foreign, authorityFile: ca }).ended,
    await stream({ ...controllers, authorityFile: ca }).ended,
  ]
  for (const { code, details } of ends) {
    expect(code).toBe(GrpcStatus.UNAVAILABLE)
    expect(plainReason(details)).toMatch(/--certificate|ECONNRESET/)
  }
})

it('takes none that calls itself otherwise than its certificate, nor one that is another agent', async () => {
  await expect(connected(probe, 'probe-2')).rejects.toThrow(
    'the certificate is for "probe-1", the agent calls itself "probe-2": start it with --name',
  )
  const { agentId } = await connected(probe)
  const other = await issue('agent', 'probe-2')
  await expect(connected(other, 'probe-2', agentId)).rejects.toThrow(
    'the agent id belongs to an agent with another token or certificate',
  )
})

it('cuts a stream whose certificate is revoked, and takes no other with it', async () => {
  const { db } = gateway.database
  const agent = await connected(probe)
  const stays = await connected(await issue('agent', 'probe-2'), 'probe-2')
  expect(await revokeCertificates(db, 'probe-1')).toEqual([{ serial: probe.serial, use: 'agent' }])
  const refused = {
    code: GrpcStatus.UNAUTHENTICATED,
    details: expect.stringContaining('the certificate of the agent has been revoked'),
  }
  expect(await agent.ended).toMatchObject(refused)
  expect(await stream(probe).ended).toMatchObject(refused)
  const again = await connected(await issue('agent', 'probe-1'), 'probe-1', agent.agentId)
  expect(again.agentId).toBe(agent.agentId)
  stays.say({ case: 'heartbeat', value: {} })
  await stays.next('heartbeatAck')
})

it('takes none whose certificate was revoked before its agent ever came', async () => {
  const { db } = gateway.database
  expect(await revokeCertificates(db, probe.serial)).toMatchObject([{ use: 'agent' }])
  const agents = async () =>
    (await db.query({ text: 'select from agents where certificate_name is not null' })).rowCount
  const before = await agents()
  await expect(connected(probe)).rejects.toThrow('the certificate of the agent has been revoked')
  expect(await agents()).toBe(before)
})

it('a certificate from elsewhere is revoked by its number, however it is written', async () => {
  const { db } = gateway.database
  await db.query({ text: 'delete from certificates' })
  const agent = await connected(probe)
  const written = probe.serial.toLowerCase().replaceAll(/..(?!$)/g, '$&:')
  expect(await revokeCertificates(db, written)).toEqual([{ serial: probe.serial, use: null }])
  expect(await agent.ended).toMatchObject({ code: GrpcStatus.UNAUTHENTICATED })
  // Its monitors move at once.
  const left = { text: 'select from agents where public_id = $1 and left_at is not null' }
  await eventually(async () => (await db.query(left, [agent.agentId])).rowCount === 1)
  expect(await revokeCertificates(db, written)).toEqual([])
})

it('an agent that is removed takes its certificate with it', async () => {
  const { db } = gateway.database
  const { agentId, ended } = await connected(probe)
  await removeAgent(db, agentId)
  expect(await ended).toMatchObject({ code: GrpcStatus.PERMISSION_DENIED })
  expect(await revokeCertificates(db, 'probe-1')).toEqual([])
})

it('goes over to another authority while a stream goes on', async () => {
  const agent = await connected(probe)
  const [earlier, earlierKey] = [readFileSync(probe.certificateFile), readFileSync(probe.keyFile)]
  // Both are trusted, first by whoever checks.
  await renewAuthority(folder, now())
  const both = readAuthority(folder)
  await issue('controller', 'localhost', both)
  const renewed = await issue('agent', 'probe-1', both)
  const stillGood = opened(readFileSync(renewed.authorityFile), earlier, earlierKey)
  await introduce(stillGood, 'eu-west', { hostname: 'probe-1' })
  await vi.waitFor(
    async () => {
      const { agentId } = await connected(renewed)
      expect(agentId).toMatch(/^agt_/)
    },
    { ...PATIENT, interval: 100 },
  )
  expect(retireAuthorities(folder)).toBe(1)
  await issue('controller', 'localhost', readAuthority(folder))
  await vi.waitFor(
    async () => {
      const refused = opened(readFileSync(renewed.authorityFile), earlier, earlierKey)
      const hello = introduce(refused, 'eu-west', { hostname: 'probe-1' })
      await expect(hello).rejects.toThrow('No connection established')
    },
    { ...PATIENT, interval: 100 },
  )
  await connected(await issue('agent', 'probe-1', readAuthority(folder)))
  agent.say({ case: 'heartbeat', value: {} })
  await agent.next('heartbeatAck')
})

it('keeps its certificate while the files do not go together', async () => {
  rmSync(controllers.keyFile)
  // Some looks at them.
  await delay(300)
  expect((await connected(probe)).agentId).toMatch(/^agt_/)
})

it('keys are for their owner alone, and a folder that is there stays as it is', async () => {
  const place = join(folder, 'shared')
  mkdirSync(place)
  chmodSync(place, 0o755)
  const request = { use: 'agent', names: ['probe-3'], days: 1 } as const
  const { keyFile } = await issueCertificate(gateway.database.db, authority, request, place, now())
  expect([statSync(place).mode & 0o777, statSync(keyFile).mode & 0o777]).toEqual([0o755, 0o600])

  const files = [probe.keyFile, probe.certificateFile, join(folder, 'authority-key.pem')]
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600])
  expect(statSync(join(folder, 'agent-probe-1')).mode & 0o777).toBe(0o700)
})
