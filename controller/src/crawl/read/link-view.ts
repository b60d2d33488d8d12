import {
  LINK_AREAS,
  LINK_IS_IMAGE,
  LINK_IS_REDIRECT,
  LINK_NOFOLLOW,
} from '@sightline/shared/crawl/link'
import type { PackedLink } from '../pack.ts'

/** How one page leads to another. */
export interface LinkView {
  /** Text of the first link, or of its image. */
  readonly text: string
  /** Where in the page it stands. */
  readonly area: (typeof LINK_AREAS)[number]
  /** All links to there say so. */
  readonly nofollow: boolean
  readonly isImage: boolean
  /** It is no link, but where the address redirects to. */
  readonly isRedirect: boolean
}

export function linkView([, flags, area, text]: PackedLink): LinkView {
  return {
    text,
    area: LINK_AREAS[area] ?? 'body',
    nofollow: (flags & LINK_NOFOLLOW) !== 0,
    isImage: (flags & LINK_IS_IMAGE) !== 0,
    isRedirect: (flags & LINK_IS_REDIRECT) !== 0,
  }
}
