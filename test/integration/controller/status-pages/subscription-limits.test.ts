import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseTooManyAsks } from '../../../../controller/src/status-pages/subscribers/subscription-limits.ts'
import type { TestDatabase } from '../../../helpers/test-database.ts'
import { openTestDatabase } from '../../../helpers/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-01-31T12:00:00Z')

let typed = 0

/** What somebody reads who asks for mails with an address that nobody typed before. */
async function ask(pageId: number, ip: string): Promise<string> {
  typed += 1
  const asked = { pageId, email: `visitor${typed}@example.com`, ip }
  try {
    await refuseTooManyAsks(database.db, asked, NOW)
    return 'mailed'
  } catch (error: unknown) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('one address that goes on after it was refused leaves the page open to others', async () => {
  const answers = []
  for (let count = 0; count < 330; count += 1) answers.push(await ask(1, '192.0.2.8'))
  expect(answers.filter((answer) => answer === 'mailed')).toHaveLength(20)
  expect(await ask(1, '192.0.2.9')).toBe('mailed')
})

test('networks that used up what a page mails in a calm hour leave it open to visitors from elsewhere', async () => {
  let mailed = 0
  const take = async (ip: string): Promise<string> => {
    const answer = await ask(2, ip)
    if (answer === 'mailed') mailed += 1
    return answer
  }
  for (let n = 0; n < 20; n += 1) {
    for (let count = 0; count < 20; count += 1) await take(`2001:db8:1:${n}::1`)
  }
  expect(await take('2001:db8:1:ff::1')).toContain('More people asked')
  expect(await take('2001:db8:2::1')).toBe('mailed')
  for (let n = 0; n < 170; n += 1) await take(`10.${n}.0.1`)
  // However many come from wherever, the page mails to no more strangers than that.
  expect(mailed).toBe(300)
  expect(await take('198.51.100.1')).toContain('by RSS')
  expect(await ask(3, '198.51.100.1')).toBe('mailed')
})

test('an address is mailed three links within an hour, from wherever and for whichever page', async () => {
  const asks = Array.from({ length: 4 }, (_, n) => ({
    pageId: 4 + n,
    email: n % 2 === 0 ? 'One@example.com' : 'one@example.com',
    ip: `203.0.${n}.1`,
  }))
  for (const asked of asks.slice(0, 3)) await refuseTooManyAsks(database.db, asked, NOW)
  await expect(
    refuseTooManyAsks(database.db, asks[3] ?? { pageId: 0, email: '', ip: '' }, NOW),
  ).rejects.toThrow('too often')
})
