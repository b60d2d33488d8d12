import type { ResourceType } from '@sightline/shared/analyses/resources'
import type { Image } from '../facts.ts'

/** What names a resource: an element, or an attribute of one. */
export type ResourceSource =
  | 'script'
  | 'stylesheet'
  | 'link'
  | 'style'
  | 'img'
  | 'srcset'
  | 'iframe'
  | 'media'
  | 'poster'
  | 'object'

/** A resource that a page names. */
export interface NamedResource {
  /** Absolute; in a list http or https, without a fragment. */
  readonly url: string
  readonly type: ResourceType
  readonly source: ResourceSource
  /** The browser shows nothing before it is there. */
  readonly isRenderBlocking: boolean
  readonly hasIntegrity: boolean
  /** Scripts alone. */
  readonly script?: { readonly isAsync: boolean; readonly isDefer: boolean }
  /** Images alone: attributes as written. */
  readonly image?: Pick<Image, 'alt' | 'width' | 'height'>
  /** Images and frames alone: it is loaded when it is scrolled to. */
  readonly isLazy?: boolean
}

/** What one kind of element names, before addresses are looked at. */
export type Named = Omit<NamedResource, 'url'> & { readonly url: string | null }

/** Whether an attribute says something. */
export function isGiven(attribute: string | null): boolean {
  return attribute !== null && attribute.trim() !== ''
}
