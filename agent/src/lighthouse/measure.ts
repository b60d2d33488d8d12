import { MAX_URL_LENGTH } from '@sightline/shared/analyses/fetched-page'
import { createLogger } from '@sightline/shared/logger'
import type { RunnerResult } from 'lighthouse'
import { launchChrome, LaunchError } from '../browser/launch.ts'
import { watchMemory } from '../browser/memory-watch.ts'
import { openContext } from '../browser/open-context.ts'
import { printable } from '../printable.ts'
import type { DocumentWatch } from './document-watch.ts'
import { watchDocument } from './document-watch.ts'
import type { Engine } from './engine.ts'
import { findingsOf } from './findings.ts'
import type { LabJob, LabMessage, LabOutcome } from './messages.ts'
import { pageErrorCode } from './page-errors.ts'
import type { Report } from './report.ts'
import { UnmeasuredError } from './report.ts'

function outcomeOf(
  result: RunnerResult | undefined,
  url: string,
  document: Pick<DocumentWatch, 'statusOf'>,
): LabOutcome {
  if (result === undefined) throw new Error('Lighthouse gave no result')
  const report: Report = result.lhr as never
  if (report.runtimeError !== undefined) return { kind: 'unmeasured', ...report.runtimeError }
  const fetchedUrl = report.mainDocumentUrl ?? url
  const statusCode = document.statusOf(fetchedUrl)
  if (statusCode === null) throw new UnmeasuredError('The page leads to something that is no page.')
  const shownUrl = printable(fetchedUrl, MAX_URL_LENGTH - 1)
  return { kind: 'findings', findings: findingsOf(report, { fetchedUrl: shownUrl, statusCode }) }
}

async function run(
  job: LabJob,
  loading: Promise<Engine>,
  tell: (message: LabMessage) => void,
): Promise<LabOutcome> {
  const startedAtMs = performance.now()
  const log = createLogger('lighthouse', 'error')
  const launching = launchChrome(job.program, job.folder, log, new AbortController().signal)
  void launching.then(
    ({ pid }) => tell({ kind: 'chrome', pid }),
    () => {},
  )
  const [chrome, { lighthouse, labConfig, labFlags }] = await Promise.all([launching, loading])
  watchMemory(chrome, log)
  const { target, session } = await openContext(chrome, job.proxy)
  const page = await target.page()
  const document = await watchDocument(session)
  const flags = labFlags(job.device, job.timeoutMs - (performance.now() - startedAtMs))
  const running = lighthouse(job.url, flags, labConfig(), page as never)
  running.catch(() => {})
  return Promise.race([
    running.then((result) => outcomeOf(result, job.url, document)),
    // Lighthouse would wait for the page that Chrome shows instead to settle.
    document.failed.then((failure) => ({ kind: 'noDocument', failure }) as const),
  ])
}

/** Measures one page with a Chrome of its own, which is left to the end of the process.
 *  @param loading Lighthouse, which may be on its way yet
 *  @param tell hears of Chrome when it runs */
export async function measure(
  job: LabJob,
  loading: Promise<Engine>,
  tell: (message: LabMessage) => void,
): Promise<LabOutcome> {
  try {
    return await run(job, loading, tell)
  } catch (error) {
    if (error instanceof LaunchError) return { kind: 'noChrome', message: error.message }
    if (error instanceof UnmeasuredError) {
      return { kind: 'unmeasured', code: '', message: error.message }
    }
    const code = pageErrorCode(error)
    if (code === null) throw error
    return { kind: 'unmeasured', code, message: `Lighthouse could not measure the page (${code}).` }
  }
}
