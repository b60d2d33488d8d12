import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema, MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import { expect, test } from 'vitest'
import type { KeptSpec } from '../../../../agent/src/schedule/spec-reader.ts'
import { createSpecReader } from '../../../../agent/src/schedule/spec-reader.ts'

test('specs are read once, except where their settings would take too much memory', () => {
  // Two of the first size have room, a third one has none; one that is there already needs none.
  const settings = new Map([
    [1, 'a'.repeat(2 * 1024 * 1024)],
    [2, 'b'.repeat(2 * 1024 * 1024)],
    [3, 'c'],
    [4, 'a'.repeat(2 * 1024 * 1024)],
  ])
  const reads: number[] = []
  const reader = createSpecReader({
    spec(monitorId) {
      const settingsJson = settings.get(monitorId)
      if (settingsJson === undefined) return null
      reads.push(monitorId)
      return create(CheckSpecSchema, { type: MonitorType.WEB, settingsJson })
    },
  })
  for (const [monitorId, settingsJson] of settings) {
    const kept: KeptSpec = { spec: null }
    expect(reader.spec(monitorId, kept)?.type).toBe(MonitorType.WEB)
    expect(reader.spec(monitorId, kept)?.settingsJson).toBe(settingsJson)
  }
  expect(reads).toEqual([1, 2, 3, 3, 4])
  expect(reader.spec(5, { spec: null })).toBeNull()
})
