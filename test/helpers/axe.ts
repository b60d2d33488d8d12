import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer'

// The same that the agent judges pages by.
const require = createRequire(new URL('../../agent/package.json', import.meta.url))
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const RUN = `axe.run(document, { resultTypes: ['violations'], RULES }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, target }) =>
    target.join(' ') + ' ' + html.slice(0, 160)).join(' | ')))`

/** What axe-core finds wrong with the page as it is now: the rule, and where.
 *  @param rules those alone; all of them unless told otherwise */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const only = rules === undefined ? '' : `runOnly: ${JSON.stringify(rules)}`
  // A page keeps it: to read its 550 kB again takes 0.07 s of a processor.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  return (await page.evaluate(RUN.replace('RULES', only))) as string[]
}
