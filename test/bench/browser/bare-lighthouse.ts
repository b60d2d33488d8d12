// Lighthouse on a page by itself: the same version, audits and settings as an agent's, and nothing around it.
// The process stays for the next run, so that whatever Lighthouse loads is there, and what runs often compiled.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ChromeProgram } from '../../../agent/src/browser/unpack-chrome.ts'

// As agents do.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))

const [
  { default: lighthouse },
  { labConfig, labFlags },
  { default: puppeteer },
  { launchOptions },
] = await Promise.all([
  import('lighthouse'),
  import('../../../agent/src/lighthouse/settings.ts'),
  import('puppeteer'),
  import('./bare-chrome.ts'),
])

/** @returns what Lighthouse took, in ms, on a new Chrome that runs already */
async function measure({ url, program }: { url: string; program: ChromeProgram }): Promise<number> {
  const browser = await puppeteer.launch(launchOptions(program))
  const page = await browser.newPage()
  const startedAtMs = performance.now()
  const result = await lighthouse(url, labFlags('mobile', 55_000), labConfig(), page)
  const tookMs = performance.now() - startedAtMs
  await browser.close()
  if (result?.lhr.runtimeError !== undefined || result === undefined) {
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
  }
  return tookMs
}

process.on('message', (job: { url: string; program: ChromeProgram }) => {
  void measure(job).then((tookMs) => process.send?.(tookMs))
})
process.once('disconnect', () => process.exit(0))
