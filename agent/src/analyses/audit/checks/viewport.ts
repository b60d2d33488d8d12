import type { Judge } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'

/** Text must be resizable to twice its size. Source: WCAG 2.2, success criterion 1.4.4 */
const MIN_ZOOM = 2

/** Properties of a viewport's content, by name in lower case.
 *  Source: CSS Viewport Module, "Parsing algorithm" */
function viewportProperties(content: string): ReadonlyMap<string, string> {
  const pairs = content
    .toLowerCase()
    .replaceAll(/\s*=\s*/g, '=')
    .split(/[,;\s]+/)
    .map((pair) => pair.split('='))
  return new Map(pairs.map(([name = '', value = '']) => [name, value]))
}

function isZoomBlocked(content: string): boolean {
  const properties = viewportProperties(content)
  const scalable = properties.get('user-scalable')
  const maximum = Number.parseFloat(properties.get('maximum-scale') ?? '')
  const isFixed = scalable === 'no' || Math.abs(Number.parseFloat(scalable ?? '')) < 1
  // A negative maximum is ignored by browsers.
  return isFixed || (maximum >= 0 && maximum < MIN_ZOOM)
}

/** How the page does on a phone. */
export const VIEWPORT_CHECKS = {
  viewportMissing: ({ viewport }) => judged(viewport !== '', viewport, 'Viewport meta tag is missing'),
  viewportZoomBlocked({ viewport }) {
    if (viewport === '') return doesNotApply('the page has no viewport tag')
    return judged(!isZoomBlocked(viewport), viewport, 'Viewport blocks zooming')
  },
} as const satisfies Record<string, Judge>
