import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'

/** Assignments of one message: a quarter of the limit, so that no estimate comes near it. */
const MAX_PART_BYTES = 1024 * 1024
const MAX_PART_ASSIGNMENTS = 250

/** Numbers, tags and lengths of an assignment's other fields. */
const FIXED_BYTES = 64

/** At most how many bytes an assignment is on the wire: UTF-8 takes up to three for a UTF-16 unit. */
export function assignmentBytes(assignment: Assignment): number {
  const { url = '', settingsJson = '' } = assignment.check ?? {}
  return FIXED_BYTES + 3 * (url.length + settingsJson.length)
}

/** Divides assignments into messages: one of a kind is a few hundred bytes, but settings may be 60 kB.
 *  @returns at least one part, empty when there is nothing to divide */
export function splitAssignments(assignments: readonly Assignment[]): Assignment[][] {
  let part: Assignment[] = []
  let bytes = 0
  const parts = [part]
  for (const assignment of assignments) {
    const size = assignmentBytes(assignment)
    const isFull = bytes + size > MAX_PART_BYTES || part.length === MAX_PART_ASSIGNMENTS
    if (isFull && part.length > 0) {
      part = []
      bytes = 0
      parts.push(part)
    }
    part.push(assignment)
    bytes += size
  }
  return parts
}
