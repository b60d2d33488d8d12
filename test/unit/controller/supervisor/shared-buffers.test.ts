import { expect, it } from 'vitest'
import {
  availableMemory,
  sharedBuffersMb,
} from '../../../../controller/src/supervisor/postgres/shared-buffers.ts'

const GB = 2 ** 30

it.each([
  [0.5, 128],
  [4, 128],
  [8, 256],
  [12, 384],
  [256, 384],
])('on %s GB the database keeps %s MB of its pages', (gigabytes, megabytes) => {
  expect(sharedBuffersMb(gigabytes * GB)).toBe(megabytes)
})

it('knows of some memory', () => {
  expect(availableMemory()).toBeGreaterThan(0.25 * GB)
})
