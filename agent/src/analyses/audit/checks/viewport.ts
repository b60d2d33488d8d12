import type { Judges } from '../judge.ts'
import { doesNotApply, judged } from '../judgement.ts'
import { metaContent } from '../metas.ts'
import type { AuditSubject } from '../subject.ts'

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

/** Longest content that is looked at, in characters. */
const MAX_LENGTH = 1_000

const viewportOf = ({ facts }: AuditSubject): string =>
  metaContent(facts, 'viewport').slice(0, MAX_LENGTH)

/** How the page does on a phone. */
export const VIEWPORT_CHECKS = {
  viewportMissing(subject) {
    const viewport = viewportOf(subject)
    return judged(viewport !== '', viewport, 'Viewport meta tag is missing')
  },
  viewportZoomBlocked(subject) {
    const viewport = viewportOf(subject)
    if (viewport === '') return doesNotApply('the page has no viewport tag')
    return judged(!isZoomBlocked(viewport), viewport, 'Viewport blocks zooming')
  },
} as const satisfies Judges<'viewport'>
