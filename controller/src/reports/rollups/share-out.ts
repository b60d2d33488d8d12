import type { RollupSpan } from '../../db/rollups.ts'
import type { Segment } from './segments.ts'
import { MINUTE_MS } from './spans.ts'

/** A part of a window that is read from rollups. */
export interface RolledSegment extends Segment {
  readonly source: RollupSpan
}

/** Rollups of one region from which on two reads side by side are sooner done than one. */
const WORTH_SHARING = 600

/** Cuts what is to be read into halves of as many rollups each, for two connections; what is little stays
 *  whole. What a bucket has in both adds up.
 *  @param segments one after the other
 *  @returns one part or two, none of them empty; none for nothing */
export function shareOut(segments: readonly RolledSegment[]): RolledSegment[][] {
  const total = segments.reduce((sum, segment) => sum + rollupsIn(segment), 0)
  if (total === 0) return []
  if (total < WORTH_SHARING) return [[...segments]]
  const first: RolledSegment[] = []
  const second: RolledSegment[] = []
  let left = Math.ceil(total / 2)
  for (const segment of segments) {
    const rollups = rollupsIn(segment)
    const taken = Math.min(left, rollups)
    const cutMs = segment.fromMs + taken * spanMs(segment)
    if (taken > 0) first.push({ ...segment, toMs: cutMs })
    if (taken < rollups) second.push({ ...segment, fromMs: cutMs })
    left -= taken
  }
  return [first, second]
}

function spanMs({ source }: RolledSegment): number {
  return source * MINUTE_MS
}

function rollupsIn(segment: RolledSegment): number {
  return (segment.toMs - segment.fromMs) / spanMs(segment)
}
