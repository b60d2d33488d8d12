import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ensureInstallation,
  renewSignUpLink,
} from '../../../controller/src/accounts/installation.ts'
import { listKeys, revokeKey } from '../../../controller/src/accounts/keys.ts'
import { signUp } from '../../../controller/src/accounts/sign-up.ts'
import type { FirstRun } from '../../../controller/src/supervisor/greeting/first-run.ts'
import {
  firstRunFile,
  keepFirstRun,
} from '../../../controller/src/supervisor/greeting/first-run.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const LATER = new Date('2026-03-11T12:00:00.000Z')
const URL = 'http://127.0.0.1:8080'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'sightline-first-run-'))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (now: Date, firstRun: Omit<FirstRun, 'url'> | null = null) =>
  keepFirstRun(database.db, {
    dataFolder: folder,
    ready: {
      type: 'ready',
      alertsNote: null,
      url: URL,
      grpc: '127.0.0.1:50051',
      warnings: [],
      firstRun:
        firstRun === null
          ? null
          : {
              apiKey: firstRun.apiKey,
              signUpUrl: firstRun.signUpUrl ?? '',
              signUpExpiresAt: firstRun.signUpExpiresAt ?? '',
            },
    },
    publicUrl: URL,
    isOwnDatabase: true,
    now,
  })
const kept = () => JSON.parse(readFileSync(firstRunFile(folder), 'utf8')) as FirstRun

test('the file says until when the link works, and loses it when it is over', async () => {
  const made = await ensureInstallation(database.db, { plan: 'unlimited', now: NOW })
  if (!made.created) throw new Error('the database was not empty')
  const first = {
    signUpUrl: `${URL}/sign-up?token=${made.signUpToken}`,
    signUpExpiresAt: made.signUpExpiresAt.toISOString(),
    apiKey: made.apiKey,
  }
  expect(await start(NOW, first)).toMatchObject({ isNew: true })
  expect(kept()).toEqual({ url: URL, ...first })
  expect(first.signUpExpiresAt).toBe(LATER.toISOString())
  expect(statSync(firstRunFile(folder)).mode & 0o777).toBe(0o600)

  expect(await start(NOW)).toMatchObject({
    firstRun: first,
    isKeyInForce: true,
    isLinkMissing: false,
  })
  expect(await start(LATER)).toMatchObject({ isLinkMissing: true })
  expect(kept()).toMatchObject({ signUpUrl: null, signUpExpiresAt: null, apiKey: made.apiKey })
})

test('nothing is missing once the owner has an account, and a revoked key is not pointed to', async () => {
  const link = await renewSignUpLink(database.db, { now: LATER })
  const owner = { email: 'owner@example.com', name: 'Ada', password: 'correct horse battery' }
  expect(await signUp(database.db, link?.token ?? '', owner, LATER)).toBeNull()
  expect(await start(LATER)).toMatchObject({ isLinkMissing: false, isKeyInForce: true })
  const [key] = await listKeys(database.db, null, LATER)
  await revokeKey(database.db, null, key?.id ?? '', LATER)
  expect(await start(LATER)).toMatchObject({ isKeyInForce: false })
})
