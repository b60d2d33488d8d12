import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { status as GrpcStatus } from '@grpc/grpc-js'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { controllerCredentials } from '../../../../agent/src/connection/controller-credentials.ts'
import type { RevokedControllers } from '../../../../agent/src/connection/revoked-controllers.ts'
import { createRevokedControllers } from '../../../../agent/src/connection/revoked-controllers.ts'
import { plainReason } from '../../../../agent/src/connection/stream.ts'
import { openState } from '../../../../agent/src/state/database.ts'
import type { FactStore } from '../../../../agent/src/state/facts.ts'
import { createFactStore } from '../../../../agent/src/state/facts.ts'
import type { Authority } from '../../../../controller/src/certificates/authority.ts'
import { createAuthority } from '../../../../controller/src/certificates/authority.ts'
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
import { startAgent } from '../../agent/agent-program.ts'

const gateway = useGateway()

let folder: string
let authority: Authority
let controller: IssuedCertificate
let probe: IssuedCertificate
let side: AgentsSide

function issue(use: 'agent' | 'controller', name: string): Promise<IssuedCertificate> {
  const request = { use, names: [name] as [string], days: 30 }
  const place = join(folder, `${use}-${name}`)
  return issueCertificate(gateway.database.db, authority, request, place, new Date())
}

beforeEach(async () => {
  await gateway.database.db.query({ text: 'delete from certificates' })
  folder = temporaryFolder()
  authority = await createAuthority(folder, new Date())
  controller = await issue('controller', 'localhost')
  probe = await issue('agent', 'probe-1')
  side = await startAgentsSide(gateway.database, 'controller-tls', {
    tls: {
      certificateFile: controller.certificateFile,
      keyFile: controller.keyFile,
      clientCaFile: controller.authorityFile,
    },
  })
})
afterEach(() => side.stop())

/** What an agent keeps on disk. */
function facts(): FactStore {
  const database = openState(temporaryFolder())
  onTestFinished(() => database.close())
  return createFactStore(database)
}

const kept = (): RevokedControllers => createRevokedControllers(facts())

/** A stream as an agent opens it that keeps what it was told. */
function opened({ check }: RevokedControllers): SyntheticAgent {
  const pems = {
    ca: readFileSync(probe.authorityFile),
    certificate: readFileSync(probe.certificateFile),
    key: readFileSync(probe.keyFile),
  }
  const credentials = controllerCredentials({ host: 'localhost', useTls: true, pems, check })
  const agent = openStream(`localhost:${side.port}`, gateway.token, credentials)
  onTestFinished(() => agent.close())
  return agent
}

const connected = (keeps: RevokedControllers, agentId = '') =>
  introduce(opened(keeps), 'eu-west', { hostname: 'probe-1', agentId })

it('tells agents whose certificates are no controller’s any more, and they connect to none of them', async () => {
  const onDisk = facts()
  const keeps = createRevokedControllers(onDisk)
  const agent = await connected(keeps)
  expect((await agent.next('revokedControllers')).serials).toEqual([])

  const { serial } = controller
  expect(await revokeCertificates(gateway.database.db, serial)).toEqual([
    { serial, use: 'controller' },
  ])
  const { serials } = await agent.next('revokedControllers')
  expect(serials).toEqual([serial])
  // It is to leave the one that told it.
  expect(keeps.take(serials)).toBe(true)

  // Also when it was started anew.
  for (const each of [keeps, createRevokedControllers(onDisk)]) {
    const { code, details } = await opened(each).ended
    expect(code).toBe(GrpcStatus.UNAVAILABLE)
    expect(plainReason(details)).toBe(
      `the certificate ${serial} of the controller localhost is revoked: give that controller another (certificates issue --controller localhost), or find out who has its key`,
    )
  }
})

it('a controller that gets another certificate has its agents back', async () => {
  const keeps = kept()
  const { agentId } = await connected(keeps)
  await revokeCertificates(gateway.database.db, controller.serial)
  keeps.take([controller.serial])
  await issue('controller', 'localhost')
  const again = await vi.waitFor(() => connected(keeps, agentId), {
    ...PATIENT,
    interval: 100,
  })
  const { serials } = await again.next('revokedControllers')
  expect(serials).toEqual([controller.serial])
  expect(keeps.take(serials)).toBe(false)
})

it('what agents are told is of controllers, or of nobody knows whom', async () => {
  const { db } = gateway.database
  await issue('agent', 'probe-2')
  await revokeCertificates(db, 'probe-2')
  await revokeCertificates(db, 'ab:cd:ef:01:23')
  const agent = await connected(kept())
  expect((await agent.next('revokedControllers')).serials).toEqual(['ABCDEF0123'])
})

it('a name that the certificate is not for is refused as ever', async () => {
  const keeps = kept()
  const pems = { ca: readFileSync(probe.authorityFile), certificate: null, key: null }
  const credentials = controllerCredentials({
    host: '127.0.0.1',
    useTls: true,
    pems,
    check: keeps.check,
  })
  const agent = openStream(`127.0.0.1:${side.port}`, gateway.token, credentials)
  onTestFinished(() => agent.close())
  expect(plainReason((await agent.ended).details)).toMatch(/altnames/)
})

it('an agent leaves a controller whose certificate is revoked, says why, and comes back to another certificate', async () => {
  const { token } = gateway
  const { output } = startAgent(`localhost:${side.port}`, {
    environment: {
      SIGHTLINE_AGENT_TOKEN: token,
      SIGHTLINE_AGENT_NAME: 'probe-1',
      SIGHTLINE_CONTROLLER_CA: probe.authorityFile,
      SIGHTLINE_AGENT_CERT: probe.certificateFile,
      SIGHTLINE_AGENT_KEY: probe.keyFile,
      SIGHTLINE_CHROME: 'none',
    },
  })
  const connections = (): number => output().split('"msg":"connected"').length - 1
  await eventually(() => connections() === 1)
  await revokeCertificates(gateway.database.db, controller.serial)
  await eventually(() =>
    output().includes(`the certificate ${controller.serial} of the controller`),
  )
  expect(connections()).toBe(1)
  await issue('controller', 'localhost')
  await eventually(() => connections() === 2, 60_000)
})
