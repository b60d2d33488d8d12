import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sealedBefore } from '../../../helpers/sealed-before.ts'
import {
  addSecretKey,
  fixedKeys,
  loadSecretKeys,
  requireSecretKeys,
} from '../../../../controller/src/secrets/secret-keys.ts'
import {
  createSecretBox,
  keptSecrets,
  redact,
  restoreHidden,
} from '../../../../controller/src/secrets/secret-box.ts'

const SETTINGS = {
  method: 'GET',
  auth: { kind: 'basic', username: 'u', password: 'pä$$', token: null },
}

const OWNER = { workspaceId: 7, id: 'mon_one' }

describe('sealing', () => {
  const box = createSecretBox(fixedKeys([randomBytes(32)]))

  it('hides the secrets of settings, and only those, and gives them back', () => {
    const sealed = box.seal(OWNER, 'web', SETTINGS)
    expect(sealed).toMatchObject({ method: 'GET', auth: { username: 'u', token: null } })
    expect(JSON.stringify(sealed)).not.toContain('pä$$')
    expect(box.unseal(OWNER, 'web', sealed)).toEqual(SETTINGS)
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
    const sealed = box.seal(OWNER, 'web', { headers })
    expect(JSON.stringify(sealed)).toMatch(/"Accept":"text\/html"/)
    expect(JSON.stringify(sealed)).not.toMatch(/"(?!sealed)[^"]*[a-f]"[,}]/)
    expect(box.unseal(OWNER, 'web', sealed)).toEqual({ headers })
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
    expect(box.seal(OWNER, 'web', SETTINGS)).not.toEqual(box.seal(OWNER, 'web', SETTINGS))
  })

  it('seals what only looks sealed', () => {
    const odd = { auth: { password: 'sealed:1:AAAA' } }
    expect(box.unseal(OWNER, 'web', box.seal(OWNER, 'web', odd))).toEqual(odd)
  })

  it('refuses another key', () => {
    const sealed = box.seal(OWNER, 'web', SETTINGS)
    const other = createSecretBox(fixedKeys([randomBytes(32)]))
    expect(() => other.unseal(OWNER, 'web', sealed)).toThrow('key that is not known')
  })

  it('refuses a secret moved into another field, monitor or workspace', () => {
    const sealed = box.seal(OWNER, 'web', SETTINGS) as typeof SETTINGS
    const moved = { auth: { token: sealed.auth.password } }
    expect(() => box.unseal(OWNER, 'web', moved)).toThrow(/auth/)
    expect(() => box.unseal({ ...OWNER, id: 'mon_two' }, 'web', sealed)).toThrow(/auth/)
    expect(() => box.unseal({ ...OWNER, workspaceId: 8 }, 'web', sealed)).toThrow(/auth/)
  })

  it('opens with any of its keys, and seals with the first', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)]
    const before = createSecretBox(fixedKeys([second])).seal(OWNER, 'web', SETTINGS)
    const both = createSecretBox(fixedKeys([first, second]))
    expect(both.unseal(OWNER, 'web', before)).toEqual(SETTINGS)
    expect(both.isCurrent((before as typeof SETTINGS).auth.password)).toBe(false)
    const after = both.seal(OWNER, 'web', SETTINGS)
    expect(createSecretBox(fixedKeys([first])).unseal(OWNER, 'web', after)).toEqual(SETTINGS)
    expect(both.isCurrent((after as typeof SETTINGS).auth.password)).toBe(true)
  })

  it('opens what was sealed before keys had ids and secrets owners, with any key', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)]
    const old = { auth: { password: sealedBefore('pä$$', 'web.auth.password', second) } }
    const both = createSecretBox(fixedKeys([first, second]))
    expect(both.unseal(OWNER, 'web', old)).toEqual({ auth: { password: 'pä$$' } })
    expect(both.isCurrent(old.auth.password)).toBe(false)
    expect(() => both.unseal(OWNER, 'web', { auth: { token: old.auth.password } })).toThrow(/auth/)
    expect(() => createSecretBox(fixedKeys([first])).unseal(OWNER, 'web', old)).toThrow(/auth/)
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

  const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
  const mode = () => statSync(join(folder, 'secret.key')).mode & 0o777

  it('comes from the environment where it is set, and several may', async () => {
    const [first, second] = ['ab'.repeat(32), 'cd'.repeat(32)]
    const keys = await loadSecretKeys(`${first}, ${second}`, folder)
    expect(keys.writing().bytes).toEqual(bytesOf(first))
    expect(keys.all().map((key) => key.bytes)).toEqual([bytesOf(first), bytesOf(second)])
    expect(readdirSync(folder)).toEqual([])
  })

  it('is made once, for its owner only, however many ask at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => loadSecretKeys(undefined, join(folder, 'new'))),
    )
    expect(new Set(made.map((keys) => keys.writing().bytes.toString('hex'))).size).toBe(1)
    expect(readdirSync(join(folder, 'new'))).toEqual(['secret.key'])
    expect(statSync(join(folder, 'new', 'secret.key')).mode & 0o777).toBe(0o600)
  })

  it('is not made by who only wants to use it', async () => {
    await expect(requireSecretKeys(undefined, folder)).rejects.toThrow('There is no secret key')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is written with from the moment it is added, by who had the others already', async () => {
    const running = await loadSecretKeys(undefined, folder)
    const before = running.writing()
    await addSecretKey(folder)
    const added = await requireSecretKeys(undefined, folder)
    expect(running.writing()).toEqual(added.writing())
    expect(running.writing().id).not.toBe(before.id)
    expect(running.find(before.id)).toEqual(before)
    expect(mode()).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret.key'])
    // And one that never wrote since finds the key a sealed text names.
    await addSecretKey(folder)
    const latest = (await requireSecretKeys(undefined, folder)).writing()
    expect(running.find(latest.id)).toEqual(latest)
    expect(running.find('00000000')).toBeNull()
    rmSync(join(folder, 'secret.key'))
    expect(running.writing()).toEqual(latest)
  })

  it.skipIf(process.geteuid?.() !== 0)('stays whose the folder is when root adds one', async () => {
    chownSync(folder, 1_234, 1_235)
    const owner = () => {
      const { uid, gid } = statSync(join(folder, 'secret.key'))
      return [uid, gid]
    }
    await loadSecretKeys(undefined, folder)
    expect(owner()).toEqual([1_234, 1_235])
    await addSecretKey(folder)
    expect(owner()).toEqual([1_234, 1_235])
    chownSync(join(folder, 'secret.key'), 0, 0)
    await addSecretKey(folder)
    expect(owner()).toEqual([0, 0])
    expect(mode()).toBe(0o600)
  })

  it('is never replaced when the file is damaged', async () => {
    writeFileSync(join(folder, 'secret.key'), 'oops')
    await expect(loadSecretKeys(undefined, folder)).rejects.toThrow('SIGHTLINE_SECRET_KEY')
    await expect(addSecretKey(folder)).rejects.toThrow('SIGHTLINE_SECRET_KEY')
  })
})
