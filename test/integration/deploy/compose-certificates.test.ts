import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkServerIdentity } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { controllerCredentials } from '../../../agent/src/connection/controller-credentials.ts'
import { startAgentsSide, useGateway } from '../../helpers/gateway.ts'
import { CLI } from '../../helpers/run-program.ts'
import { introduce, openStream } from '../../helpers/synthetic-agent.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

interface Service {
  readonly command?: readonly string[]
  readonly volumes?: readonly (string | { readonly volume: { readonly subpath: string } })[]
  readonly environment?: Readonly<Record<string, string>>
}

const { services } = parse(readFileSync(join(ROOT, 'deploy/compose/compose.yaml'), 'utf8'), {
  merge: true,
}) as { services: Record<string, Service> }

const gateway = useGateway()
let folder: string
let data: string

/** What a service is told of what it runs, but for what Compose puts into it. */
function settingsOf(service: string): Record<string, string> {
  const all = Object.entries(services[service]?.environment ?? {})
  return Object.fromEntries(
    all.filter(([name, value]) => !name.endsWith('_FILE') && !value.includes('$')),
  )
}

/** What the service "certificates" does until it sleeps, with programs of ours.
 *  @param moreHosts as SIGHTLINE_AGENTS_HOSTS says them */
function runService(moreHosts: string): string {
  const [script = ''] = services['certificates']?.command ?? []
  // As Compose puts it.
  const said = script.replaceAll('${SIGHTLINE_DOMAIN:-localhost}', 'localhost')
  const text = said.replaceAll('$$', '$').replaceAll('/tmp/ensured', join(folder, 'ensured'))
  const { stdout, stderr } = spawnSync('sh', ['-euc', text], {
    encoding: 'utf8',
    env: {
      // A controller's, with files that are only made here.
      ...settingsOf('certificates'),
      PATH: `${join(folder, 'programs')}:${process.env['PATH']}`,
      DATABASE_URL: gateway.database.url,
      SIGHTLINE_DATA_DIR: data,
      MORE_HOSTS: moreHosts,
    },
  })
  expect(stderr).toBe('')
  return stdout
}

function program(name: string, line: string): void {
  const file = join(folder, 'programs', name)
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
}

beforeEach(() => {
  folder = temporaryFolder()
  data = join(folder, 'data')
  mkdirSync(join(folder, 'programs'))
  program('sightline', `exec ${process.execPath} ${CLI.join(' ')} "$@"`)
  program('sleep', 'exit 7')
})

/** The folder that a service sees as its own. */
function certificatesOf(service: string): string {
  const mounts = services[service]?.volumes ?? []
  const own = mounts.flatMap((each) => (typeof each === 'string' ? [] : [each.volume.subpath]))
  return join(data, own[0] ?? '')
}

it('compose.yaml makes certificates by which its agents and controllers know each other', async () => {
  expect(runService('').match(/is made/g)).toHaveLength(4)
  const controller = certificatesOf('controller-2')
  const side = await startAgentsSide(gateway.database, 'controller-tls', {
    tls: {
      certificateFile: join(controller, 'certificate.pem'),
      keyFile: join(controller, 'key.pem'),
      clientCaFile: join(controller, 'authority.pem'),
    },
  })
  onTestFinished(() => side.stop())
  const agents = Object.keys(services).filter((name) => name.startsWith('agent-'))
  for (const name of agents) {
    const [ca, certificate, key] = ['authority', 'certificate', 'key'].map((file) =>
      readFileSync(join(certificatesOf(name), `${file}.pem`)),
    )
    const pems = { ca: ca ?? null, certificate: certificate ?? null, key: key ?? null }
    const credentials = controllerCredentials({
      host: 'localhost',
      useTls: false,
      pems,
      check: checkServerIdentity,
    })
    const agent = openStream(`localhost:${side.port}`, gateway.token, credentials)
    onTestFinished(() => agent.close())
    const hostname = services[name]?.environment?.['SIGHTLINE_AGENT_NAME'] ?? ''
    expect((await introduce(agent, 'eu-west', { hostname })).agentId).toMatch(/^agt_/)
  }
})

it('a further start makes only what is for other names', () => {
  runService('')
  expect(runService('')).not.toContain('is made')
  const said = runService('monitor.example.com,192.0.2.10')
  expect(said.match(/for the (\w+) [\w-]+, .* is made/g)).toEqual([
    expect.stringContaining('controller controller-1'),
  ])
})
