import type { Image } from '../facts.ts'
import type { Named } from './named-resource.ts'

function named(image: Image, url: string | null, source: 'img' | 'srcset'): Named {
  const { alt, width, height } = image
  return {
    url,
    type: 'image',
    source,
    isRenderBlocking: false,
    hasIntegrity: false,
    image: { alt, width, height },
    isLazy: image.loading === 'lazy',
  }
}

/** What images show without a choice. */
export function imageResources(images: readonly Image[]): readonly Named[] {
  return images.map((image) => named(image, image.url, 'img'))
}

/** What images offer to choose from, in srcset and in pictures. */
export function candidateResources(images: readonly Image[]): readonly Named[] {
  return images.flatMap((image) => image.candidates.map((url) => named(image, url, 'srcset')))
}
