import type { AccessibilityFindings } from '../../accessibility/findings.ts'
import { runAxe } from '../../accessibility/run-axe.ts'
import type { Page } from '../../gather/artifacts.ts'
import { decodePage } from '../../page/decode-page.ts'

/** What is done in the thread that has a document: some hundred MB and seconds a page, so that there is
 *  only one, and nothing else waits for it. */
export const DOM_TASKS = {
  checkWithAxe: (page: Page): Promise<AccessibilityFindings> =>
    runAxe({ html: decodePage(page).text, url: page.url }),
} as const
