import type { Notification } from 'pg'
import { describe, expect, it } from 'vitest'
import { createJobNotices } from '../../../../controller/src/jobs/job-notices.ts'
import type { JobLane } from '../../../../controller/src/jobs/task.ts'

const LANES: Readonly<Record<string, JobLane>> = {
  planAlerts: 'alerts',
  followOutage: 'alerts',
  diagnose: 'diagnoses',
}
const open = () => createJobNotices((name) => LANES[name] ?? null)

const ours = (processId: number, jobs: Record<string, number>): Notification => ({
  channel: 'jobs_added',
  processId,
  payload: JSON.stringify({ jobs, random: 0.5 }),
})
const library = (processId: number): Notification => ({
  channel: 'jobs:insert',
  processId,
  payload: '{"r":0.1,"count":3}',
})
const NOBODY = new Map()

describe('who is told of jobs', () => {
  it('the lanes that do their kinds, of as many as there are', () => {
    const jobs = { planAlerts: 2, followOutage: 1, diagnose: 4 }
    const audience = open()(ours(1, jobs))
    expect(audience).toEqual(
      new Map([
        ['alerts', 3],
        ['diagnoses', 4],
      ]),
    )
  })

  it('nobody of kinds that only a newer controller knows', () => {
    expect(open()(ours(1, { cureOutage: 1 }))).toEqual(NOBODY)
  })

  it('nobody a second time, by the library', () => {
    const notices = open()
    notices(ours(1, { diagnose: 1 }))
    notices(ours(1, { diagnose: 2 }))
    expect(notices(library(1))).toEqual(NOBODY)
    expect(notices(library(1))).toEqual(NOBODY)
    expect(notices(library(1))).toBe('all')
  })

  it('all, of what another added', () => {
    const notices = open()
    notices(ours(1, { diagnose: 1 }))
    expect(notices(library(2))).toBe('all')
  })

  it.each([undefined, '', '{"jobs":{"diagnose":"all"}}'])(
    'all, of jobs of which somebody said %j',
    (payload) => {
      const notices = open()
      expect(notices({ channel: 'jobs_added', processId: 1, payload })).toEqual(NOBODY)
      expect(notices(library(1))).toBe('all')
    },
  )

  it('all, of a change of the tables of jobs', () => {
    const notices = open()
    notices(ours(1, { diagnose: 1 }))
    expect(notices({ channel: 'worker:migrate', processId: 1, payload: '{}' })).toBe('all')
  })
})
