import { EnvironmentError } from '@sightline/shared/environment'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import {
  mailFromOf,
  oidcOf,
  readControllerConfig,
  retentionOf,
} from '../../../controller/src/config.ts'

const DATABASE_URL = 'postgres://user:hunter2@127.0.0.1/name'
const read = (environment: NodeJS.ProcessEnv) =>
  readControllerConfig({ DATABASE_URL, ...environment })

describe('the settings of the controller', () => {
  it('have defaults that serve this machine only', () => {
    expect(read({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      SIGHTLINE_GRPC_HOST: '127.0.0.1',
      SIGHTLINE_GRPC_PORT: 50_051,
      SIGHTLINE_ALLOW_PRIVATE_TARGETS: [],
      SIGHTLINE_OWNER_PLAN: 'unlimited',
    })
  })

  it('take what is secret from a file too, and nothing else', () => {
    const file = path.join(temporaryFolder(), 'key')
    writeFileSync(file, `${'ab'.repeat(32)}\n`)
    const key = (environment: NodeJS.ProcessEnv) => read(environment).SIGHTLINE_SECRET_KEY
    expect(key({ SIGHTLINE_SECRET_KEY_FILE: file })).toBe('ab'.repeat(32))
    const own = { SIGHTLINE_SECRET_KEY_FILE: file, SIGHTLINE_SECRET_KEY: 'cd'.repeat(32) }
    expect(key(own)).toBe('cd'.repeat(32))
    expect(key({ SIGHTLINE_SECRET_KEY_FILE: '' })).toBeUndefined()
    expect(read({ HOST_FILE: file }).HOST).toBe('127.0.0.1')
    expect(() => key({ SIGHTLINE_SECRET_KEY_FILE: `${file}s` })).toThrow(
      `SIGHTLINE_SECRET_KEY_FILE is "${file}s": it must be a file that can be read (ENOENT)`,
    )
    writeFileSync(file, 'hunter2')
    expect(() => key({ SIGHTLINE_SECRET_KEY_FILE: file })).toThrow(/^SIGHTLINE_SECRET_KEY is wrong/)
  })

  it.each([
    [
      { SIGHTLINE_MAIL_FROM: 'Us <a@b.example>', SMTP_URL: 'smtp://mx.example' },
      'Us <a@b.example>',
    ],
    [{ SIGHTLINE_MAIL_FROM: 'a@b.example' }, 'a@b.example'],
    [{ SMTP_URL: 'smtp://me%40b.example:pw@mx.example:587' }, 'Sightline <me@b.example>'],
    [{ SMTP_URL: 'smtp://me:pw@mx.example' }, 'Sightline <sightline@mx.example>'],
    [{}, 'Sightline <sightline@localhost>'],
  ])('send mails of %j from %s', (environment, from) => {
    expect(mailFromOf(read(environment))).toBe(from)
  })

  it.each([
    ['DATABASE_URL', 'postgres://user:hunter#2@127.0.0.1:5432/name'],
    ['DATABASE_URL', 'postgres://user:hunter2@127.0.0.1:99999/name'],
    ['SIGHTLINE_POOLER_URL', 'postgres://user:hunter/2@127.0.0.1:6432/name'],
    ['SMTP_URL', 'smtp://user:hunter#2@mx.example:587'],
    ['SMTP_URL', 'smtp://'],
  ])('refuse a %s that is no URL, without repeating it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      new RegExp(`^${name} is wrong: must be a URL such as \\S+, with signs .+ encoded`),
    )
    expect(() => read({ [name]: value })).not.toThrow(/hunter/)
  })

  it.each([
    'postgres://user:hunter%232@127.0.0.1:5432/name?sslmode=require',
    'postgresql://user:hunter2@/name?host=/run/postgresql',
    'postgres:///name?host=/run/postgresql',
  ])('take %s for a database', (url) => {
    expect(read({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  })

  it('ask for all of an identity provider or nothing of it', () => {
    const provider = {
      SIGHTLINE_OIDC_ISSUER: 'https://id.example.com',
      SIGHTLINE_OIDC_CLIENT_ID: 'sightline',
    }
    expect(oidcOf(read({}))).toBeNull()
    expect(() => read(provider)).toThrow('SIGHTLINE_OIDC_CLIENT_SECRET is not set')
    const whole = read({
      ...provider,
      SIGHTLINE_OIDC_CLIENT_SECRET: 'secret',
      SIGHTLINE_OIDC_DOMAINS: 'Example.com, example.org',
    })
    expect(oidcOf(whole)).toEqual({
      issuer: 'https://id.example.com',
      clientId: 'sightline',
      clientSecret: 'secret',
      name: 'single sign-on',
      domains: ['example.com', 'example.org'],
      role: 'viewer',
    })
  })

  it('keep what is coarser for at least as long as what it is made of', () => {
    expect(retentionOf(read({}))).toEqual({ results: 400, quarters: 400, hours: 1_130 })
    expect(retentionOf(read({ SIGHTLINE_RESULT_RETENTION_DAYS: '40' })).results).toBe(40)
    expect(() => read({ SIGHTLINE_RESULT_RETENTION_DAYS: '500' })).toThrow(
      'SIGHTLINE_QUARTER_RETENTION_DAYS is 400: it must be at least SIGHTLINE_RESULT_RETENTION_DAYS, which is 500',
    )
    expect(() => read({ SIGHTLINE_HOUR_RETENTION_DAYS: '100' })).toThrow(
      'SIGHTLINE_HOUR_RETENTION_DAYS is 100: it must be at least',
    )
    expect(() => read({ SIGHTLINE_RESULT_RETENTION_DAYS: '7' })).toThrow(
      'SIGHTLINE_RESULT_RETENTION_DAYS',
    )
  })

  it('take name servers with or without a port', () => {
    const servers = ['9.9.9.9:53', '149.112.112.112', '[2620:fe::fe]:65535', '[::1]']
    expect(read({ SIGHTLINE_DNS_SERVERS: servers.join(', ') }).SIGHTLINE_DNS_SERVERS).toEqual(
      servers,
    )
  })

  it('take an empty variable for one that is not set', () => {
    expect(read({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ PORT: 8080 })
  })

  it.each([
    ['PORT', '80a', 'a port number from 0 to 65535'],
    ['PORT', '65536', 'a port number from 0 to 65535'],
    ['LOG_LEVEL', 'loud', 'one of trace, debug'],
    ['SIGHTLINE_OWNER_PLAN', 'gold', 'one of free, starter'],
    ['SIGHTLINE_ALLOW_PRIVATE_TARGETS', '10.0.0.0/8,lan', 'CIDR ranges'],
    ['SIGHTLINE_DNS_SERVERS', 'dns.example', 'must be ip:port'],
    ['SIGHTLINE_DNS_SERVERS', '10.0.0.256', 'must be ip:port'],
    ['SIGHTLINE_DNS_SERVERS', '9.9.9.9:53,10.0.0.1:70000', 'must be ip:port'],
    ['SIGHTLINE_DNS_SERVERS', '9.9.9.9:0', 'must be ip:port'],
    ['SIGHTLINE_DNS_SERVERS', '[2620::fe::]:53', 'must be ip:port'],
    ['SIGHTLINE_TRUST_PROXY', 'perhaps', 'must be 1 or 0'],
    ['SIGHTLINE_PUBLIC_URL', 'example.com', 'http(s) address'],
    ['SIGHTLINE_PUBLIC_URL', 'https://example.com/monitoring', 'below no path'],
    ['SIGHTLINE_PUBLIC_URL', 'https://me:secret@example.com', 'a host alone'],
    ['SIGHTLINE_CRUX_URL', 'ftp://example.com', 'must be an http(s) address'],
    ['SIGHTLINE_MAIL_FROM', 'alerts', 'must be an address such as'],
    ['SIGHTLINE_MAIL_FROM', 'A <a@b.example> b', 'must be an address such as'],
    ['SIGHTLINE_GRPC_HOST', '0.0.0.0', 'TLS only'],
    ['SIGHTLINE_GRPC_TLS_CERT', '/nowhere/cert.pem', 'go together'],
    ['SIGHTLINE_AGENT_MIN_VERSION', 'latest', 'must be a version such as'],
    ['SIGHTLINE_AGENT_MIN_VERSION', '99.0.0', 'must not be later than this program'],
    ['SIGHTLINE_GRPC_TLS_CLIENT_CA', '/nowhere/ca.pem', 'needs a certificate too'],
  ])('refuse %s=%s in one line that says what is allowed', (name, value, allowed) => {
    expect(() => read({ [name]: value })).toThrow(EnvironmentError)
    expect(() => read({ [name]: value })).toThrow(allowed)
    expect(() => read({ [name]: value })).not.toThrow(/\n/)
  })

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db'],
    ['SMTP_URL', 'http://user:hunter2@mail'],
    ['SIGHTLINE_SECRET_KEY', 'hunter2'],
    ['SIGHTLINE_CRUX_KEY', 'hunter2 hunter2'],
  ])('never repeat the secret in %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name)
    expect(() => read({ [name]: value })).not.toThrow(/hunter2/)
  })

  it('name a certificate that cannot be read', () => {
    const files = {
      SIGHTLINE_GRPC_TLS_CERT: '/nowhere/c.pem',
      SIGHTLINE_GRPC_TLS_KEY: '/nowhere/k.pem',
    }
    expect(() => read(files)).toThrow(/SIGHTLINE_GRPC_TLS_CERT is "\/nowhere\/c\.pem"/)
  })
})
