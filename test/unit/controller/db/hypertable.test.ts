import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import { dropOldChunks, hypertableProblem } from '../../../../controller/src/db/hypertable.ts'
import type { Database } from '../../../../controller/src/db/pool.ts'

test('the Apache edition of TimescaleDB is not used, and others are', () => {
  expect(hypertableProblem('apache')).toContain('Apache edition')
  expect(hypertableProblem('timescale')).toBeNull()
  expect(hypertableProblem(null)).toBeNull()
})

test('old chunks are dropped whatever becomes of the policies, and what stays uncompressed is said', async () => {
  const asked: unknown[] = []
  const uncompressed = { days: 4, reason: 'no worker' }
  const query = async (
    { text }: { text: string },
    values: readonly unknown[] = [],
  ): Promise<{ rows: unknown[] }> => {
    if (text.includes('drop_chunks')) asked.push(...values)
    return { rows: text.includes('job_errors') ? [uncompressed] : [{ dropped: 2 }] }
  }
  const transaction = (work: (tx: unknown) => Promise<number>): Promise<number> => work({ query })
  const warned: unknown[] = []
  const log = createLogger('test', 'silent')
  log.warn = (fields: unknown) => void warned.push(fields)
  const before = new Date('2026-01-01')
  await dropOldChunks({ query, transaction } as unknown as Database, log, 40, before)
  expect(asked).toEqual([before])
  expect(warned).toEqual([uncompressed])
})
