import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSecretBox,
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
    expect(restoreHidden('web', { auth: { token: '***' } }, SETTINGS).missing).toBe('auth.token')
    expect(restoreHidden('web', { auth: { password: '***' } }, null).missing).toBe('auth.password')
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
