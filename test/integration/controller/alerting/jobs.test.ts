import type { ServerResponse } from 'node:http'
import { createLogger } from '@sightline/shared/logger'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import { startJobs } from '../../../../controller/src/jobs/runner.ts'
import { unlockDeadWorkers } from '../../../../controller/src/db/jobs.ts'
import { eventually } from '../../../helpers/eventually.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'
import { PATIENT } from '../../../helpers/patient.ts'
import { receiveWebhooks } from '../../../helpers/webhook-receiver.ts'

const SECRET = 'a-secret-of-the-webhook'
const MANY = 80

let test: AlertingTest
afterEach(() => test.close())

describe('alerts through the workers of a controller', () => {
  let mail: Awaited<ReturnType<typeof catchMail>>
  beforeEach(async () => {
    mail = await catchMail()
    test = await openAlertingTest({ smtpUrl: mail.url, allow: '127.0.0.1/32' })
    test.clock.nowMs = Date.now()
  })

  it('arrive although a job failed with a text that no database holds', async () => {
    const contactId = await test.addContact({ email: { email: 'on-call@example.com' } })
    const failing = {
      ...JOB_TASKS,
      diagnose: {
        ...JOB_TASKS.diagnose,
        run: () => Promise.reject(new Error(`half \ud83d of a NUL\0 ${'x'.repeat(100_000)}`)),
      },
    }
    await test.db.query({
      text: `select graphile_worker.add_job('diagnose', '{}', max_attempts => 1)`,
    })
    await test.goDown(await test.addMonitor({ alerts: { contactIds: [contactId] } }))
    const jobs = await startJobs(failing, test.parts, createLogger('test', 'silent'))
    const readJob = async () =>
      (
        await test.db.query<{ isLocked: boolean; error: string | null }>({
          text: `select locked_at is not null as "isLocked", last_error as error
            from graphile_worker.jobs where task_identifier = 'diagnose'`,
        })
      ).rows[0]
    try {
      await eventually(() => mail.mails.length === 1)
      await vi.waitFor(
        async () =>
          expect(await readJob()).toMatchObject({ isLocked: false, error: expect.any(String) }),
        PATIENT,
      )
      const job = await readJob()
      expect(job?.error).toMatch(/^half \ufffd of a NUL x+$/)
      expect(job?.error?.length).toBeLessThanOrEqual(4_000)
    } finally {
      await jobs.stop()
    }
  })

  it('arrive although other receivers hang', async () => {
    const held: ServerResponse[] = []
    const hanging = await receiveWebhooks((response) => held.push(response))
    const contact = { webhook: { url: hanging.url, secret: SECRET } }
    const contactId = await test.addContact(contact)
    for (let n = 0; n < 30; n += 1) {
      const monitor = await test.addMonitor({ alerts: { contactIds: [contactId] } })
      await test.goDown(monitor)
    }
    await test.goDown(await test.addMonitor({ name: 'Shop' }))
    const jobs = await startJobs(JOB_TASKS, test.parts, createLogger('test', 'silent'))
    try {
      await eventually(() => mail.mails.length === 1)
      // One after the other: the receiver that hangs keeps a single worker.
      expect(hanging.requests.length).toBeLessThanOrEqual(1)
    } finally {
      await test.db.query({ text: 'delete from contacts' })
      for (const response of held) response.end()
      await jobs.stop()
    }
  })

  it('arrive although another workspace has more receivers that hang than there are workers', async () => {
    const held: ServerResponse[] = []
    const hanging = await receiveWebhooks((response) => held.push(response))
    const contactIds: string[] = []
    for (let n = 0; n < 60; n += 1) {
      contactIds.push(await test.addContact({ webhook: { url: hanging.url, secret: SECRET } }))
    }
    await test.goDown(await test.addMonitor({ alerts: { contactIds } }))
    await test.run(['planAlerts'])
    const jobs = await startJobs(JOB_TASKS, test.parts, createLogger('test', 'silent'))
    try {
      await eventually(() => held.length >= 13)
      const workspaceId = await test.addWorkspace()
      const memberId = await test.addMember('other@example.com', workspaceId)
      const monitor = await test.addMonitor({ workspaceId, alerts: { memberIds: [memberId] } })
      await test.goDown(monitor)
      await eventually(() => mail.mails.length === 1)
      // None of those that hang was given up meanwhile: places were free.
      expect(held).toHaveLength(13)
    } finally {
      await test.db.query({ text: 'delete from contacts' })
      for (const response of held) response.end()
      await jobs.stop()
    }
  })

  it('take one connection to hear of jobs and one to take them, however many lanes there are', async () => {
    const contactId = await test.addContact({ email: { email: 'some@example.com' } })
    for (let n = 0; n < 10; n += 1) {
      await test.goDown(await test.addMonitor({ alerts: { contactIds: [contactId] } }))
    }
    const jobs = await startJobs(JOB_TASKS, test.parts, createLogger('test', 'silent'))
    try {
      await eventually(() => mail.mails.length >= 10)
      const { rows } = await test.db.query<{ count: number }>({
        text: `select count(*) as count from pg_stat_activity
          where application_name = 'sightline jobs' and datname = current_database()`,
      })
      expect(rows).toEqual([{ count: 2 }])
    } finally {
      await jobs.stop()
    }
  })

  it('follow each other without a pause, many of one monitor to one recipient', async () => {
    const receiver = await receiveWebhooks((response) => response.end())
    const contactId = await test.addContact({ webhook: { url: receiver.url, secret: SECRET } })
    const { id } = await test.addMonitor({ alerts: { contactIds: [contactId], onDegraded: true } })
    for (let n = 0; n < MANY; n += 1) {
      await test.announce({ kind: 'degraded', monitorId: id, atMs: test.clock.nowMs - n })
    }
    const jobs = await startJobs(JOB_TASKS, test.parts, createLogger('test', 'silent'))
    try {
      // A worker that missed the next job looked again after 2 s: 23 s together, instead of 4.
      await eventually(() => receiver.requests.length === MANY, 15_000)
      const deliveries = receiver.requests.map(({ headers }) => headers['x-sightline-delivery'])
      expect(new Set(deliveries).size).toBe(MANY)
    } finally {
      await jobs.stop()
    }
  })

  it('and their jobs are freed when the worker that had them died', async () => {
    await test.goDown(await test.addMonitor())
    await test.db.query({
      text: `update graphile_worker._private_jobs
        set locked_at = now() - interval '5 minutes', locked_by = 'dead', run_at = now()`,
    })
    await test.db.query({
      text: `update graphile_worker._private_job_queues
        set locked_at = now() - interval '5 minutes', locked_by = 'dead'`,
    })
    await unlockDeadWorkers(test.db, ['planAlerts'], 600_000)
    const locked = async () =>
      (
        await test.db.query<{ count: number }>({
          text: `select count(*) as count from graphile_worker.jobs where locked_at is not null`,
        })
      ).rows[0]?.count
    expect(await locked()).toBe(1)
    await unlockDeadWorkers(test.db, ['planAlerts'], 120_000)
    expect(await locked()).toBe(0)
    const jobs = await startJobs(JOB_TASKS, test.parts, createLogger('test', 'silent'))
    try {
      await eventually(() => mail.mails.length === 1)
    } finally {
      await jobs.stop()
    }
  })
})
