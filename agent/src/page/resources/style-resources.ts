import type { ResourceType } from '@sightline/shared/analyses/resources'
import type { InlineStyle } from '../facts.ts'
import type { Named } from './named-resource.ts'

const BY_ENDING: readonly (readonly [RegExp, ResourceType])[] = [
  [/\.(?:woff2?|ttf|otf|eot)$/i, 'font'],
  [/\.css$/i, 'stylesheet'],
  [/\.(?:avif|bmp|cur|gif|ico|jpe?g|png|svg|webp)$/i, 'image'],
]

/** What a name's ending says; "other" where it says nothing. */
function typeByEnding(url: string): ResourceType {
  const [path = ''] = url.split(/[?#]/, 1)
  return BY_ENDING.find(([ending]) => ending.test(path))?.[1] ?? 'other'
}

/** What style attributes name with url(): nothing but images can be loaded by them. */
export function styledResources(urls: readonly string[]): readonly Named[] {
  return urls.map((url) => ({
    url,
    type: 'image',
    source: 'style',
    isRenderBlocking: false,
    hasIntegrity: false,
  }))
}

/** What style elements name with url() and @import. */
export function styleResources(styles: readonly InlineStyle[]): readonly Named[] {
  return styles.flatMap(({ urls }) =>
    urls.map((url) => ({
      url,
      type: typeByEnding(url),
      source: 'style' as const,
      isRenderBlocking: false,
      hasIntegrity: false,
    })),
  )
}
