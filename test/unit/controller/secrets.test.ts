import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSecretBox,
  keptSecrets,
  loadSecretKey,
  redact,
  restoreHidden,
} from '../../../controller/src/secrets.ts'

const SETTINGS = {
  method: 'GET',
  auth: { kind: 'basic', username: 'u', password: 'pä$$', token: null },
}

describe('sealing', () => {
  const box = createSecretBox(randomBytes(32))

  it('hides the secrets of settings, and only those, and gives them back', () => {
    const sealed = box.seal('web', SETTINGS)
    expect(sealed).toMatchObject({ method: 'GET', auth: { username: 'u', token: null } })
    expect(JSON.stringify(sealed)).not.toContain('pä$$')
    expect(box.unseal('web', sealed)).toEqual(SETTINGS)
    expect(redact('web', sealed)).toEqual({
      ...SETTINGS,
      auth: { ...SETTINGS.auth, password: '***' },
    })
  })

  it('takes headers that carry credentials for secrets', () => {
    const headers = {
      Accept: 'text/html',
      Authorization: 'Bearer a',
      'Proxy-Authorization': 'Basic b',
      COOKIE: 'c=d',
      'X-Api-Key': 'e',
      'x-auth.token': 'f',
      'X-Secret': '',
    }
    const sealed = box.seal('web', { headers })
    expect(JSON.stringify(sealed)).toMatch(/"Accept":"text\/html"/)
    expect(JSON.stringify(sealed)).not.toMatch(/"(?!sealed)[^"]*[a-f]"[,}]/)
    expect(box.unseal('web', sealed)).toEqual({ headers })
    const hidden = Object.fromEntries(Object.keys(headers).map((name) => [name, '***']))
    expect(redact('web', sealed)).toEqual({ headers: { ...hidden, Accept: 'text/html' } })
    expect(restoreHidden('web', { headers: hidden }, { headers })).toEqual({
      settings: { headers: { ...headers, Accept: '***' } },
      missing: null,
    })
    expect(restoreHidden('web', { headers: { 'A.Key': '***' } }, null).missing).toEqual([
      'headers',
      'A.Key',
    ])
  })

  it('seals the same secret differently each time', () => {
    expect(box.seal('web', SETTINGS)).not.toEqual(box.seal('web', SETTINGS))
  })

  it('seals what only looks sealed', () => {
    const odd = { auth: { password: 'sealed:1:AAAA' } }
    expect(box.unseal('web', box.seal('web', odd))).toEqual(odd)
  })

  it('refuses another key, and a secret moved into another field', () => {
    const sealed = box.seal('web', SETTINGS) as typeof SETTINGS
    expect(() => createSecretBox(randomBytes(32)).unseal('web', sealed)).toThrow(/auth/)
    const moved = { auth: { token: sealed.auth.password } }
    expect(() => box.unseal('web', moved)).toThrow(/auth/)
  })
})

describe('"***" sent back', () => {
  it('stands for the stored secret', () => {
    const sent = { auth: { password: '***', username: 'new' } }
    expect(restoreHidden('web', sent, SETTINGS)).toEqual({
      settings: { auth: { password: 'pä$$', username: 'new' } },
      missing: null,
    })
  })

  it('is missing where none is stored', () => {
    expect(restoreHidden('web', { auth: { token: '***' } }, SETTINGS).missing).toEqual([
      'auth',
      'token',
    ])
    expect(restoreHidden('web', { auth: { password: '***' } }, null).missing).toEqual([
      'auth',
      'password',
    ])
  })
})

describe('the secrets a change keeps', () => {
  it.each([
    [{}, [['auth', 'password']]],
    [{ auth: { password: '***', username: 'v' } }, [['auth', 'password']]],
    [{ auth: { password: 'pä$$' } }, []],
    [{ headers: { Accept: 'x' } }, [['auth', 'password']]],
  ])('are those that were not sent: %j', (patch, kept) => {
    expect(keptSecrets('web', SETTINGS, patch)).toEqual(kept)
  })

  it('are none where it is empty or what everybody gets', () => {
    expect(keptSecrets('web', { auth: { password: null, token: '' } }, {})).toEqual([])
    expect(keptSecrets('udp', { snmp: { community: 'public' } }, {})).toEqual([])
    expect(keptSecrets('udp', { snmp: { community: 'ours' } }, {})).toEqual([['snmp', 'community']])
  })
})

describe('the secret key', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-secrets-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('comes from the environment where it is set', async () => {
    const hex = 'ab'.repeat(32)
    expect((await loadSecretKey(hex, folder)).toString('hex')).toBe(hex)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is made once, for its owner only, however many ask at once', async () => {
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => loadSecretKey(undefined, join(folder, 'new'))),
    )
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    expect(readdirSync(join(folder, 'new'))).toEqual(['secret.key'])
    expect(statSync(join(folder, 'new', 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('is never replaced when the file is damaged', async () => {
    writeFileSync(join(folder, 'secret.key'), 'oops')
    await expect(loadSecretKey(undefined, folder)).rejects.toThrow('SIGHTLINE_SECRET_KEY')
  })
})
