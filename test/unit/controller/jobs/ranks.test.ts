import { expect, it } from 'vitest'
import type { JobName } from '../../../../controller/src/db/jobs.ts'
import { JOB_NAMES, JOB_RANKS } from '../../../../controller/src/db/jobs.ts'
import { JOB_TASKS } from '../../../../controller/src/job-list.ts'
import type { JobParts } from '../../../../controller/src/job-list.ts'
import type { JobTask } from '../../../../controller/src/jobs/task.ts'

it('all jobs of a lane have one rank, and no other lane has it', () => {
  const tasks: Readonly<Record<JobName, JobTask<JobParts>>> = JOB_TASKS
  const ranks = new Map<string, Set<number>>()
  for (const name of JOB_NAMES) {
    const { lane = 'upkeep' } = tasks[name]
    ranks.set(lane, (ranks.get(lane) ?? new Set()).add(JOB_RANKS[name]))
  }
  expect([...ranks.values()].every(({ size }) => size === 1)).toBe(true)
  expect(new Set([...ranks.values()].flatMap((lane) => [...lane])).size).toBe(ranks.size)
})
