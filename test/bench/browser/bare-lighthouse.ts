// Lighthouse on a page by itself: the same version, audits and settings as an agent's, and nothing around it.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ChromeProgram } from '../../../agent/src/browser/unpack-chrome.ts'

// As agents do: it decides about seconds.
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

const [, , url = '', program = ''] = process.argv
const browser = await puppeteer.launch(launchOptions(JSON.parse(program) as ChromeProgram))
const page = await browser.newPage()
const result = await lighthouse(url, labFlags('mobile', 55_000), labConfig(), page)
await browser.close()
if (result?.lhr.runtimeError !== undefined || result === undefined) {
  throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
}
