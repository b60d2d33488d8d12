import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser } from '../browser/browser.ts'
import type { DocumentJudge } from '../browser/still-page.ts'
import type { AccessibilityFindings } from './findings.ts'
import { Findings, MAX_HTML_LENGTH, MAX_NODES } from './findings.ts'
import type { JudgeSettings } from './judge-in-page.ts'
import { judgeInPage } from './judge-in-page.ts'

/** Rules that mean little without style sheets, which are not loaded. Source: dequelabs/axe-core#4021 */
const NEEDS_LAYOUT = [
  'avoid-inline-spacing',
  'color-contrast',
  'color-contrast-enhanced',
  'css-orientation-lock',
  'focus-order-semantics',
  'frame-focusable-content',
  'frame-tested',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
] as const

const SETTINGS: JudgeSettings = {
  leftOut: NEEDS_LAYOUT,
  maxNodes: MAX_NODES,
  maxHtml: MAX_HTML_LENGTH,
  maxName: 60,
  maxText: 2_000,
  maxSteps: 12,
}

const require = createRequire(import.meta.url)

let loading: Promise<DocumentJudge> | null = null

/** axe-core, and what is asked of it; read at the first page. */
async function loadJudge(): Promise<DocumentJudge> {
  const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
  return {
    // Of each element it names it would keep the markup, which of the root is the whole page.
    script: `${axe};axe.configure({ noHtml: true })`,
    question: `(${judgeInPage.toString()})(${JSON.stringify(SETTINGS)})`,
  }
}

/** Checks a document by the rules of axe-core in the browser, without style sheets: scripts of the page
 *  never run, and nothing it names is loaded.
 *  @returns null where the browser could not, or not in time */
export async function judgeWithAxe(
  html: string,
  browser: Pick<Browser, 'judge'>,
  signal: AbortSignal,
): Promise<AccessibilityFindings | null> {
  loading ??= loadJudge()
  const judged = await browser.judge(html, await loading, signal)
  if (!judged.ok) return null
  // It comes from a process that has a stranger's document in it.
  const findings = Findings.safeParse(judged.value)
  return findings.success ? findings.data : null
}
