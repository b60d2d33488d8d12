import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer'

// The same that the agent judges pages by.
const require = createRequire(new URL('../../agent/package.json', import.meta.url))
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** What the colours of a page decide. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** How a rule that was broken is told: its name, and where. */
const TOLD = `(violations) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, target }) =>
  target.join(' ') + ' ' + html.slice(0, 160)).join(' | '))`

/** @param rules names of rules, and whether each is looked at; all of them unless told otherwise */
const everywhere = (rules: object): string =>
  `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(rules)} })
    .then(({ violations }) => (${TOLD})(violations))`

/** Judges the colours of each look of a page once. A look is all that decides the contrast of a text: its own colours and
 *  letters, what it is within, and what is behind it down to what nothing shines through. Whatever is placed over something
 *  else is a look of its own. A look is known once one of its texts was found well; texts that could not be judged,
 *  such as those beneath something, leave it to the others. */
const BY_LOOK = `(async () => {
  const known = (window.knownLooks ??= new Set())
  const isSolid = (colour) => /^rgb\\(/.test(colour)
  const lookOf = (element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
    const within = getComputedStyle(element.parentElement)
    const look = [element.localName, color, fontSize, fontWeight, textShadow, textDecorationLine, within.color,
      within.fontWeight, element.textContent.trim().length > 1,
      element.closest(':disabled, [aria-disabled="true"]') === null]
    let isCovered = false
    for (let each = element; each !== null; each = each.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(each)
      if (opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal') look.push(opacity, filter, mixBlendMode)
      if (isCovered) continue
      if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') look.push(backgroundColor, backgroundImage)
      isCovered = isSolid(backgroundColor) && backgroundImage === 'none'
      // What is behind it is anything.
      if (!isCovered && position !== 'static' && position !== 'relative') look.push(Math.random())
    }
    return look.join()
  }
  const hasText = (element) => element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const unknown = new Map()
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility() || element.closest('.sr-only') !== null) continue
    const look = lookOf(element)
    if (!known.has(look)) unknown.set(look, [...(unknown.get(look) ?? []), element])
  }
  async function judge(elements) {
    if (elements.length === 0) return []
    const { passes, violations } = await axe.run({ include: elements },
      { runOnly: ${JSON.stringify(OF_COLOURS)}, resultTypes: ['passes', 'violations'], elementRef: true })
    for (const { nodes } of passes.filter(({ id }) => id === 'color-contrast'))
      for (const { element, any } of nodes) if (any.some(({ data }) => data?.contrastRatio > 0)) known.add(lookOf(element))
    return violations
  }
  const all = [...unknown]
  const found = await judge(all.map(([, [first]]) => first))
  // One text alone may not be judged.
  found.push(...(await judge(all.filter(([look]) => !known.has(look)).flatMap(([, [, ...others]]) => others))))
  return (${TOLD})(found)
})()`

async function tell(page: Page, script: string): Promise<string[]> {
  // A page keeps it: to read its 550 kB again takes 0.07 s of a processor.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  return (await page.evaluate(script)) as string[]
}

/** What axe-core finds wrong with the page as it is now: the rule, and where. */
export const violationsOf = (page: Page): Promise<string[]> => tell(page, everywhere({}))

/** The same but for contrast, which takes two thirds of the time: {@link violationsOfColours} tells of that. */
export const violationsBesidesContrast = (page: Page): Promise<string[]> =>
  tell(page, everywhere({ 'color-contrast': { enabled: false } }))

/** What axe-core finds wrong with the colours of the page as it is now. What looks like what was found well since the page
 *  was loaded is not judged again. */
export const violationsOfColours = (page: Page): Promise<string[]> => tell(page, BY_LOOK)
