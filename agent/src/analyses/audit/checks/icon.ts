import type { Judges } from '../judge.ts'
import { judged } from '../judgement.ts'

/** What stands for the page in tabs and lists. */
export const ICON_CHECKS = {
  faviconMissing({ facts }) {
    const icons = facts.links.filter(({ rel, url }) => rel.includes('icon') && url !== null)
    const href = icons.find((icon) => icon.href !== '')?.href ?? null
    return judged(href !== null, href, 'Favicon link is missing')
  },
} as const satisfies Judges<'icon'>
