import { expect, it, vi } from 'vitest'
import type { AssignableMonitor } from '../../../../controller/src/db/assignments.ts'
import { createSharedSpecs } from '../../../../controller/src/dispatch/shared-specs.ts'

const monitor = (id: number): AssignableMonitor => ({
  id,
  publicId: `mon_${id}`,
  workspaceId: 1,
  type: 'web',
  url: `https://example.com/${id}`,
  timeoutMs: 10_000,
  settings: {},
  needs: 'web',
  needsVersion: 1,
  generation: 3,
  intervalMinutes: 1,
  regions: ['eu-west'],
  checkMode: 'all',
  confirmation: {},
  hasSecrets: false,
  isOperators: false,
  gridSinceMs: 0,
  runAtMs: 0,
})

it('what is checked of a monitor is made once for all agents who know the same settings', () => {
  const unseal = vi.fn(() => ({}))
  const specOf = createSharedSpecs(unseal)
  const first = specOf(monitor(1), { settingsVersion: 2 })
  expect(first).toMatchObject({ url: 'https://example.com/1', generation: 3 })
  expect(specOf(monitor(1), { settingsVersion: 2 })).toBe(first)
  expect(specOf(monitor(2), { settingsVersion: 2 })).toMatchObject({ url: 'https://example.com/2' })
  expect(unseal).toHaveBeenCalledTimes(2)
  expect(specOf(monitor(1), { settingsVersion: 1 })).not.toBe(first)
  expect(unseal).toHaveBeenCalledTimes(3)
})
