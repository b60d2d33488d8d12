import type { Socket } from 'node:net'
import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { startJobs } from '../../../../controller/src/jobs/runner.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { eventually } from '../../../helpers/eventually.ts'
import { serveRaw } from '../../../helpers/listen.ts'
import type { MailCatcher } from '../../../helpers/mail-catcher.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'

const BLACK_HOLES = 500
const MONITORS = 100
/** Deliveries at once, 20, of which one workspace alone gets this many. */
const PLACES_OF_ONE = 13

let test: AlertingTest
let mail: MailCatcher
/** Connections to the black hole: it takes them and never says a word. */
let swallowed: Socket[]

beforeEach(async () => {
  mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url, allow: '127.0.0.1/32' })
  test.clock.nowMs = Date.now()
  swallowed = []
})
afterEach(() => test.close())

/** Outages of many monitors, each told to several webhooks that never answer. */
async function fallIntoBlackHoles(): Promise<void> {
  const port = await serveRaw((socket) => swallowed.push(socket))
  const webhook = { url: `http://127.0.0.1:${port}/`, secret: 'a-secret-of-the-webhook' }
  for (let n = 0; n < MONITORS; n += 1) {
    const contactIds = await Promise.all(
      Array.from({ length: BLACK_HOLES / MONITORS }, () => test.addContact({ webhook })),
    )
    await test.goDown(await test.addMonitor({ alerts: { contactIds } }))
  }
}

async function tellOfAnother(workspaceId: number, email: string): Promise<void> {
  const memberId = await test.addMember(email, workspaceId)
  await test.goDown(await test.addMonitor({ workspaceId, alerts: { memberIds: [memberId] } }))
}

describe('500 webhooks of one workspace that never answer', () => {
  it('delay no alert of another workspace, neither before they are planned nor after', async () => {
    await fallIntoBlackHoles()
    const workspaceId = await test.addWorkspace()
    await tellOfAnother(workspaceId, 'first@example.com')
    const jobs = await startJobs(JOB_TASKS, test.parts, createLogger('test', 'silent'))
    try {
      await eventually(() => mail.mails.length === 1)
      // All 500 came before it: in their order it would be the last.
      expect(swallowed.length).toBeLessThanOrEqual(PLACES_OF_ONE)

      await eventually(() => swallowed.length >= PLACES_OF_ONE)
      const before = swallowed.length
      await tellOfAnother(workspaceId, 'second@example.com')
      await eventually(() => mail.mails.length === 2)
      // What began in between took places that were given up, not one that it was waiting for.
      expect(swallowed.length - before).toBeLessThanOrEqual(PLACES_OF_ONE)
    } finally {
      await test.db.query({ text: 'delete from contacts' })
      for (const socket of swallowed) socket.destroy()
      await jobs.stop()
    }
  })
})
