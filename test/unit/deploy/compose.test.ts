import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'

const FOLDER = fileURLToPath(new URL('../../../deploy/compose', import.meta.url))
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

interface CertificateMount {
  readonly source: string
  readonly target: string
  readonly read_only: boolean
  readonly volume: { readonly subpath: string }
}

interface Service {
  readonly image: string
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly networks: readonly string[]
  readonly volumes?: readonly (string | CertificateMount)[]
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly secrets?: readonly string[]
  readonly mem_limit?: string
  readonly depends_on?: Readonly<Record<string, unknown>>
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}
const services = Object.entries(compose.services)
const namesOn = (network: string): string[] =>
  services.filter(([, { networks }]) => networks.includes(network)).map(([name]) => name)

describe('compose.yaml', () => {
  test.each(services)('%s has no rights that it does not need, and bounds', (name, service) => {
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.read_only).toBe(name !== 'database')
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
  })

  test.each(services)('%s names what there is', (_name, service) => {
    for (const name of Object.keys(service.depends_on ?? {})) {
      expect(compose.services).toHaveProperty(name)
    }
    for (const name of service.networks) expect(compose.networks).toHaveProperty(name)
    for (const name of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(name)
    for (const volume of service.volumes ?? []) {
      const source = typeof volume === 'string' ? (volume.split(':')[0] ?? '') : volume.source
      if (source.startsWith('.')) expect(existsSync(join(FOLDER, source)), source).toBe(true)
      else expect(compose.volumes).toHaveProperty(source)
    }
  })

  test('lets nobody but controllers and their command line reach the database', () => {
    expect(compose.networks['database']).toEqual({ internal: true })
    const others = namesOn('database').filter(
      (name) => !/^(?:controller|enrol)-|^cli$|^certificates$/.test(name),
    )
    expect(others).toEqual(['database'])
    expect(namesOn('agents').filter((name) => !/^(?:controller|agent)-/.test(name))).toEqual([])
  })

  test('gives controllers and agents a certificate each, and the authority to nobody', () => {
    const holders = services.filter(([name]) => /^(?:controller|agent)-/.test(name))
    expect(holders).toHaveLength(5)
    for (const [name, { volumes = [], environment = {} }] of holders) {
      const mounts = volumes.filter((each) => typeof each !== 'string')
      const isAgent = name.startsWith('agent-')
      expect(mounts).toMatchObject([
        {
          source: 'certificates',
          target: '/certificates',
          read_only: true,
          volume: {
            subpath: `certificates/${isAgent ? `agent-${name}` : 'controller-controller-1'}`,
          },
        },
      ])
      const own = isAgent
        ? { CONTROLLER_CA: 'authority', AGENT_CERT: 'certificate', AGENT_KEY: 'key' }
        : { GRPC_TLS_CLIENT_CA: 'authority', GRPC_TLS_CERT: 'certificate', GRPC_TLS_KEY: 'key' }
      for (const [setting, file] of Object.entries(own)) {
        expect(environment[`SIGHTLINE_${setting}`]).toBe(`/certificates/${file}.pem`)
      }
      if (isAgent) expect(environment['SIGHTLINE_AGENT_NAME']).toBe(name)
    }
    const whole = services.filter(([, { volumes = [] }]) => volumes.includes('certificates:/data'))
    expect(whole.map(([name]) => name)).toEqual(['certificates', 'cli'])
  })

  test('asks for no secret that prepare.sh does not make', () => {
    const script = read('prepare.sh')
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`secrets/${name}`)
      expect(script).toMatch(new RegExp(`\\b${name.replace('.', '\\.')}\\b`))
    }
  })

  test('runs the images of this version', () => {
    expect(read('.env.example')).toContain(`SIGHTLINE_VERSION=${SOFTWARE_VERSION}\n`)
    for (const [, { image }] of services) {
      if (image.startsWith('sightline-')) expect(image).toMatch(`:-${SOFTWARE_VERSION}}`)
    }
  })
})

const programOf = (name: string): string =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()

test.runIf(programOf('openssl') !== '')(
  'prepare.sh makes each secret once, also after it was cut short (not without openssl)',
  () => {
    const folder = temporaryFolder()
    copyFileSync(join(FOLDER, 'prepare.sh'), join(folder, 'prepare.sh'))
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['sh', 'dirname', 'mkdir', 'cat', 'mv', 'rm']) {
      symlinkSync(programOf(name), join(bin, name))
    }
    // Root may write what is readable alone, and would notice nothing.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
    chmodSync(folder, 0o755)
    const prepare = () =>
      spawnSync(join(bin, 'sh'), [join(folder, 'prepare.sh')], {
        ...user,
        env: { PATH: bin },
        encoding: 'utf8',
      })
    expect(prepare()).toMatchObject({ status: 127, stderr: expect.stringContaining('openssl') })
    symlinkSync(programOf('openssl'), join(bin, 'openssl'))
    expect(prepare()).toMatchObject({ status: 0, stderr: '' })
    const secrets = join(folder, 'secrets')
    const readAll = () =>
      Object.fromEntries(
        readdirSync(secrets).map((name) => [name, readFileSync(join(secrets, name), 'utf8')]),
      )
    const made = readAll()
    expect(Object.keys(made).sort()).toEqual(Object.keys(compose.secrets).sort())
    expect(made['database-url']).toBe(
      `postgres://sightline:${made['database-password']?.trim()}@database:5432/sightline\n`,
    )
    for (const [name, text] of Object.entries(made)) {
      expect(text).toMatch(/^\S{24,}\n$/)
      expect(statSync(join(secrets, name)).mode & 0o777).toBe(0o444)
    }
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    expect(prepare()).toMatchObject({ status: 0, stderr: '' })
    expect(readAll()).toEqual(made)
  },
)

test('Caddy and Prometheus ask services that there are', () => {
  const asked = `${read('Caddyfile')}${read('prometheus.yml')}`.match(
    /\b(?:controller|agent)-[\w-]+(?=:)/g,
  )
  expect(new Set(asked)).toEqual(
    new Set(Object.keys(compose.services).filter((name) => /^(?:controller|agent)-/.test(name))),
  )
})
