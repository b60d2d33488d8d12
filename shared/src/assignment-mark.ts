import type { Assignment } from './gen/probe/v1/assignment_pb.ts'

/** What of an assignment tells it from another: settings, grid and check beside the grid. */
export interface MarkedAssignment {
  readonly monitorId: number
  /** Which settings: grows with every change of them. */
  readonly generation: number
  readonly periodMs: number
  readonly phaseMs: number
  /** UNIX ms; 0 for none. */
  readonly runAtMs: number
}

const SEED = 0x9e3779b1
const HIGH_WORD = 2 ** 32

/** The finaliser of MurmurHash3: every bit of the value decides about every bit of what it becomes, signed. */
export function mixed(bits: number): number {
  let value = bits ^ (bits >>> 16)
  value = Math.imul(value, 0x85ebca6b)
  value ^= value >>> 13
  value = Math.imul(value, 0xc2b2ae35)
  return value ^ (value >>> 16)
}

/** 32 bits that stand for an assignment, signed. Agents and controllers of different versions compare the marks of
 *  all their assignments, combined by xor: what this computes must never change. That one is lost or stale goes
 *  unnoticed once in 4,294,967,296 times, until its agent connects again. */
export function assignmentMark(assignment: MarkedAssignment): number {
  const { monitorId, generation, periodMs, phaseMs, runAtMs } = assignment
  let mark = mixed(monitorId ^ SEED)
  mark = mixed(mark ^ generation)
  mark = mixed(mark ^ periodMs)
  mark = mixed(mark ^ phaseMs)
  mark = mixed(mark ^ (runAtMs | 0))
  return mixed(mark ^ Math.floor(runAtMs / HIGH_WORD))
}

/** The mark of an assignment as it is sent. */
export function markOf({ monitorId, periodMs, phaseMs, runAtMs, check }: Assignment): number {
  const generation = check?.generation ?? 0
  return assignmentMark({ monitorId, generation, periodMs, phaseMs, runAtMs: Number(runAtMs) })
}
