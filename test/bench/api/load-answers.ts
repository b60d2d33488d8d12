import type { LoadReport } from './load.ts'

/** @returns how many there are
 *  @throws when some requests were not answered as they should be */
export function answersOf(report: LoadReport): number {
  const { 200: good = 0, ...others } = report.statuses
  if (Object.keys(others).length > 0) {
    throw new Error(`not all was answered with 200: ${JSON.stringify(report.statuses)}`)
  }
  return good
}
