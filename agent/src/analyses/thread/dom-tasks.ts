import type { AccessibilityFindings } from '../../accessibility/findings.ts'
import { runAxe } from '../../accessibility/run-axe.ts'
import type { Page } from '../../gather/artifacts.ts'
import { headerText } from '../../page/content-type.ts'
import { decodePage } from '../../page/decode-page.ts'
import { isHtml } from '../../page/is-html.ts'

/** What is done in the thread that has a document: some hundred MB and seconds a page, so that there is
 *  only one, and nothing else waits for it. */
export const DOM_TASKS = {
  /** @returns null for what is no HTML */
  checkWithAxe: async (page: Page): Promise<AccessibilityFindings | null> => {
    const { text } = decodePage(page)
    const isPage = isHtml(headerText(page.headers, 'content-type'), text)
    return isPage ? runAxe({ html: text, url: page.url }) : null
  },
} as const
