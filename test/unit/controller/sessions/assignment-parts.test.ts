import { create } from '@bufbuild/protobuf'
import { toBinary } from '@bufbuild/protobuf'
import {
  AssignmentSchema,
  AssignmentUpdateSchema,
} from '@sightline/shared/gen/probe/v1/assignment_pb'
import { MAX_MESSAGE_BYTES } from '@sightline/shared/protocol'
import { describe, expect, it } from 'vitest'
import {
  assignmentBytes,
  splitAssignments,
} from '../../../../controller/src/sessions/assignment-parts.ts'

const anAssignment = (monitorId: number, settingsBytes: number) =>
  create(AssignmentSchema, {
    monitorId,
    check: { url: 'https://example.com/', settingsJson: '\u00e9'.repeat(settingsBytes / 2) },
    periodMs: 2 ** 31,
    phaseMs: 2 ** 31,
    runAtMs: 2n ** 60n,
    coverFromMs: 2n ** 60n,
  })

describe('the messages of many assignments', () => {
  it('each stay far below the limit, however large the settings are', () => {
    const assignments = Array.from({ length: 300 }, (_, id) => anAssignment(id + 1, 64_000))
    const parts = splitAssignments(assignments)
    expect(parts.flat()).toEqual(assignments)
    for (const upserts of parts) {
      const bytes = toBinary(AssignmentUpdateSchema, create(AssignmentUpdateSchema, { upserts }))
      expect(bytes.byteLength).toBeLessThan(MAX_MESSAGE_BYTES / 2)
    }
  })

  it('are few when the settings are small', () => {
    const assignments = Array.from({ length: 1_000 }, (_, id) => anAssignment(id + 1, 700))
    expect(splitAssignments(assignments).map((part) => part.length)).toEqual([250, 250, 250, 250])
  })

  it('are one, and empty, when there is nothing to say', () => {
    expect(splitAssignments([])).toEqual([[]])
  })

  it('are estimated no smaller than they are', () => {
    const assignment = anAssignment(2 ** 31, 600)
    expect(assignmentBytes(assignment)).toBeGreaterThanOrEqual(
      toBinary(AssignmentSchema, assignment).byteLength,
    )
  })
})
