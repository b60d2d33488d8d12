import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const CHART = fileURLToPath(new URL('../../../deploy/helm/sightline', import.meta.url))
const read = (file: string): string => readFileSync(join(CHART, file), 'utf8')

const hasHelm = spawnSync('helm', ['version']).status === 0

type Tree = Readonly<Record<string, unknown>>

/** Whether values have a path. Variables of a map may be the operator's own. */
function has(tree: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (typeof tree !== 'object' || tree === null) return false
  if (Object.hasOwn(tree, name)) return has((tree as Tree)[name], rest)
  return name.startsWith('SIGHTLINE_')
}

describe('the Helm chart', () => {
  test('is of this version', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({
      version: SOFTWARE_VERSION,
      appVersion: SOFTWARE_VERSION,
    })
  })

  test('reads values that there are', () => {
    const values: unknown = parse(read('values.yaml'))
    const templates = readdirSync(join(CHART, 'templates')).map((name) => read(`templates/${name}`))
    const paths = [...templates.join('\n').matchAll(/\.Values\.([\w.]+)/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) expect(has(values, path.split('.')), path).toBe(true)
  })

  test('asks agents for certificates unless told otherwise, and never for an issuer that it does not know', () => {
    expect(parse(read('values.yaml'))).toMatchObject({
      grpc: {
        tls: {
          mutual: true,
          existingSecret: '',
          certManager: { ownAuthority: false, issuer: '' },
        },
      },
    })
    const controller = read('templates/controller.yaml')
    expect(controller).toMatch(
      /if \.Values\.grpc\.tls\.mutual \}\}\s+- name: SIGHTLINE_GRPC_TLS_CLIENT_CA\s+value: \/run\/secrets\/grpc\/ca\.crt\s/,
    )
    const agents = read('templates/agents.yaml')
    for (const setting of ['NAME', 'CERT', 'KEY']) {
      expect(agents).toContain(`- name: SIGHTLINE_AGENT_${setting}\n`)
    }
  })

  test('has agents keep fewer results than the volume that it asks for holds', () => {
    const { size, spoolMegabytes } = (
      parse(read('values.yaml')) as {
        agents: { persistence: { size: string; spoolMegabytes: number } }
      }
    ).agents.persistence
    const bytes = Number(/^(\d+)Gi$/.exec(size)?.[1]) * 2 ** 30
    // A file system keeps up to a tenth for itself, and a drop of old results writes first.
    expect(spoolMegabytes * 1e6).toBeLessThan(0.8 * bytes)
  })

  test('brings the rules and the dashboard along as they are', () => {
    for (const name of ['prometheus/rules.yaml', 'grafana/sightline.json']) {
      const own = join(CHART, 'files', name.split('/')[1] ?? '')
      expect(realpathSync(own)).toBe(join(CHART, '..', '..', name))
    }
  })
})

interface Rendered {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: Tree & { readonly template: { readonly spec: Tree } }
}

function render(values: string): Rendered[] {
  const { status, stdout, stderr } = spawnSync('helm', ['template', 'of', CHART, '--values', '-'], {
    input: values,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return parseAllDocuments(stdout).map((document) => document.toJS() as Rendered)
}

describe.skipIf(!hasHelm)('rendered by helm (not where this machine has none)', () => {
  const regions =
    'agents: { regions: [{ code: eu-west, replicas: 2, browser: true }, { code: x }] }'
  const tls = 'grpc: { tls: { existingSecret: tls } }'

  test('pods have no rights and tell how they are', () => {
    const pods = render(`${tls}\n${regions}`).filter(({ kind }) =>
      ['Deployment', 'StatefulSet'].includes(kind),
    )
    expect(pods.map(({ metadata }) => metadata.name)).toEqual([
      'of-sightline-controller',
      'of-sightline-agent-eu-west',
      'of-sightline-agent-x',
    ])
    for (const { spec } of pods) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            startupProbe: { httpGet: { path: '/healthz' } },
            livenessProbe: { httpGet: { path: '/healthz' } },
            readinessProbe: { httpGet: { path: '/readyz' } },
          },
        ],
      })
    }
  })

  test('the size of the results that an agent keeps is its volume’s, unless a region says another', () => {
    const sizes = render(
      `${tls}\nagents: { regions: [{ code: a }, { code: b, env: { SIGHTLINE_SPOOL_MAX_MEGABYTES: 99 } }] }`,
    )
      .filter(({ kind }) => kind === 'StatefulSet')
      .map(({ spec }) => {
        const { env } =
          (spec.template.spec['containers'] as { env: { name: string; value: string }[] }[])[0] ??
          {}
        return env?.filter(({ name }) => name === 'SIGHTLINE_SPOOL_MAX_MEGABYTES')
      })
    const named = (value: string) => [{ name: 'SIGHTLINE_SPOOL_MAX_MEGABYTES', value }]
    expect(sizes).toEqual([named('1600'), named('99')])
  })

  test('agents alone need no controller, and controllers no agents', () => {
    const alone = render(
      `controller: { enabled: false }\nagents: { controller: 'a:50051', regions: [{ code: x }] }`,
    )
    expect(alone.map(({ kind }) => kind).sort()).toEqual([
      'NetworkPolicy',
      'Service',
      'StatefulSet',
    ])
    expect(render(tls).map(({ kind }) => kind)).not.toContain('StatefulSet')
  })

  test('each agent has a certificate for its name, by an authority of this release', () => {
    const all = render(`grpc: { tls: { certManager: { ownAuthority: true } } }\n${regions}`)
    const specOf = (kind: string, name: string): Tree | undefined =>
      all.find((each) => each.kind === kind && each.metadata.name === `of-sightline-${name}`)?.spec
    expect(specOf('Certificate', 'authority')).toMatchObject({ isCA: true })
    expect(specOf('Issuer', 'agents')).toEqual({ ca: { secretName: 'of-sightline-authority' } })
    const issuerRef = { name: 'of-sightline-agents', kind: 'Issuer' }
    expect(specOf('Certificate', 'grpc')).toMatchObject({
      usages: ['digital signature', 'server auth'],
      issuerRef,
    })
    for (const name of ['agent-eu-west-0', 'agent-eu-west-1', 'agent-x-0']) {
      expect(specOf('Certificate', name)).toMatchObject({
        secretName: `of-sightline-${name}-tls`,
        dnsNames: [`of-sightline-${name}`],
        usages: ['digital signature', 'client auth'],
        issuerRef,
      })
    }
    const pod = JSON.stringify(specOf('StatefulSet', 'agent-eu-west'))
    expect(pod).toContain('/run/secrets/certificates/$(SIGHTLINE_AGENT_NAME).crt')
    expect(pod).toContain('of-sightline-agent-eu-west-1-tls')
    expect(JSON.stringify(specOf('Deployment', 'controller'))).toContain('/run/secrets/grpc/ca.crt')
  })

  test('where tokens alone are asked for nobody needs a certificate of an agent', () => {
    const all = render(`grpc: { tls: { mutual: false, certManager: { issuer: ca } } }\n${regions}`)
    const text = JSON.stringify(all)
    expect(text).not.toContain('SIGHTLINE_GRPC_TLS_CLIENT_CA')
    expect(text).not.toContain('SIGHTLINE_AGENT_CERT')
    const made = all.filter(({ kind }) => kind === 'Certificate')
    expect(made.map(({ metadata }) => metadata.name)).toEqual(['of-sightline-grpc'])
    expect(made[0]?.spec).toMatchObject({ issuerRef: { name: 'ca', kind: 'ClusterIssuer' } })
  })

  test('a port for agents without a certificate is refused', () => {
    const { status, stderr } = spawnSync('helm', ['template', 'of', CHART], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('set grpc.tls.certManager.ownAuthority')
  })
})
