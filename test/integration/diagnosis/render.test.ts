import { expect, test } from 'vitest'
import { CHROME, site, testBrowser } from '../../helpers/browser.ts'
import { diagnoseTarget } from '../../helpers/diagnosis.ts'

const browser = testBrowser()

test.skipIf(CHROME.missing !== null)('a page that does not render', async () => {
  const { origin } = await site({ '/?token=secret': '<h1>Shop</h1><script>cart.open()</script>' })
  const { analysis, gathered } = await diagnoseTarget({
    type: 'web',
    url: `${origin}/?token=secret`,
    settings: { render: { enabled: true, failOnConsoleError: true } },
    options: { browser, timeoutMs: 60_000 },
  })
  expect(analysis.verdict).toMatchObject({
    cause: 'renderError',
    category: 'content',
    scope: 'global',
  })
  const { explanation, advice } = analysis.verdict
  expect(explanation).toContain('A script of the page failed: "Uncaught ReferenceError: cart is')
  expect(explanation).not.toContain('secret')
  expect(advice).toContain('Undo the latest release of the scripts of the page.')
  // What is gathered is the plain answer, of each region.
  expect(gathered.map(({ output }) => output.evidence.page?.statusCode)).toEqual([200, 200])
})
