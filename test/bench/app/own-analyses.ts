import type { Figure } from '../report.ts'
import type { AppBench } from './installation.ts'

const DEVICES = ['desktop', 'mobile'] as const
const CATEGORIES = ['performance', 'accessibility', 'bestPractices'] as const

interface Report {
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>
}

/** A run in which Chrome noted nothing says so, and is run again. */
async function ask(api: AppBench['api'], path: string, tries = 3): Promise<Report> {
  try {
    return (await api.call('GET', path)).body as Report
  } catch (error: unknown) {
    if (tries === 1) throw error
    return ask(api, path, tries - 1)
  }
}

/** Our own Lighthouse over the main pages: the worst of each part. */
export async function measureOwnAnalyses(
  { api }: AppBench,
  origin: string,
  paths: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const device of DEVICES) {
    const reports: Report[] = []
    for (const path of Object.values(paths)) {
      const url = encodeURIComponent(`${origin}${path}`)
      reports.push(await ask(api, `/api/v1/lighthouse?url=${url}&device=${device}`))
    }
    for (const category of CATEGORIES) {
      const runs = reports.map(({ scores }) => scores[category])
      figures.push({
        name: `Lighthouse, ${category}, ${device}: the worst of ${Object.keys(paths).join(', ')}`,
        value: Math.min(...runs),
        unit: 'of 100',
        runs,
        target: 'at least 95',
      })
    }
  }
  return figures
}
