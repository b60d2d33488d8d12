import { countWords } from '../../words/durations.ts'

interface Figures {
  readonly statuses: readonly { readonly statusCode: number; readonly pages: number }[]
  readonly grades: readonly { readonly grade: string; readonly pages: number }[]
  readonly depths: readonly { readonly depth: number | null; readonly pages: number }[]
}

interface Bar {
  readonly name: string
  readonly count: number
  readonly look?: string
}

const GRADE_LOOKS: Readonly<Record<string, string>> = {
  A: 'bg-up',
  B: 'bg-up',
  C: 'bg-degraded',
  D: 'bg-degraded',
  F: 'bg-down',
}

function statusLook(statusCode: number): string {
  if (statusCode >= 400) return 'bg-down'
  return statusCode >= 300 ? 'bg-degraded' : 'bg-up'
}

/** Pages by what they answer. Pure. */
export const statusBars = ({ statuses }: Pick<Figures, 'statuses'>): Bar[] =>
  statuses.map(({ statusCode, pages }) => ({
    name: String(statusCode),
    count: pages,
    look: statusLook(statusCode),
  }))

/** Pages by their audit. Pure. */
export const gradeBars = ({ grades }: Pick<Figures, 'grades'>): Bar[] =>
  grades.map(({ grade, pages }) => ({
    name: `Grade ${grade}`,
    count: pages,
    look: GRADE_LOOKS[grade] ?? 'bg-unknown',
  }))

function depthName(depth: number | null): string {
  if (depth === null) return 'No way there'
  if (depth === 0) return 'Start'
  return countWords(depth, 'click')
}

/** Pages by how far they are. Pure. */
export const depthBars = ({ depths }: Pick<Figures, 'depths'>): Bar[] =>
  depths.map(({ depth, pages }) => ({ name: depthName(depth), count: pages }))
