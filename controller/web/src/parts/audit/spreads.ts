import type { AuditFigures, FigureName } from '../../../../src/audits/figures.ts'

/** What several looks at one page measured. */
export interface Spread {
  readonly name: FigureName
  /** At least two, the latest first. */
  readonly values: readonly number[]
  readonly low: number
  readonly median: number
  readonly high: number
  /** All lie within a tenth of the middle. */
  readonly agree: boolean
}

/** What differs from look to look by chance; everything else only changes when the page does. */
const MEASURED = [
  'performanceScore',
  'firstContentfulPaintMs',
  'largestContentfulPaintMs',
  'totalBlockingMs',
  'layoutShift',
  'speedIndexMs',
  'firstByteMs',
  'domContentLoadedMs',
  'loadMs',
] as const satisfies readonly FigureName[]

/** Lighthouse itself calls runs steady whose scores lie that near. */
const NEAR_SHARE = 0.1
/** Differences that nobody could notice, whatever the middle is: half a frame of a film. */
const NEAR_MS = 20

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

function spreadOf(name: FigureName, values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const middle = median(sorted)
  const room = Math.max(middle * NEAR_SHARE, name.endsWith('Ms') ? NEAR_MS : 0)
  const agree = middle - low <= room && high - middle <= room
  return { name, values, low, median: middle, high, agree }
}

/** How far looks at one page agree, by figure; only what two or more of them measured. Pure.
 *  @param audits of one page, the latest first */
export function spreadsOf(audits: readonly { readonly figures: AuditFigures }[]): Spread[] {
  return MEASURED.flatMap((name) => {
    const values = audits.flatMap(({ figures }) => figures[name] ?? [])
    return values.length < 2 ? [] : [spreadOf(name, values)]
  })
}
