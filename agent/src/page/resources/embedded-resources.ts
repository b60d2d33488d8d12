import type { ResourceType } from '@sightline/shared/analyses/resources'
import type { Embed, Frame } from '../facts.ts'
import type { Named, ResourceSource } from './named-resource.ts'

const plain = { isRenderBlocking: false, hasIntegrity: false } as const

export function frameResources(frames: readonly Frame[]): readonly Named[] {
  return frames.map(({ url, loading }) => ({
    ...plain,
    url,
    type: 'iframe',
    source: 'iframe',
    isLazy: loading === 'lazy',
  }))
}

const EMBEDS: Readonly<Record<Embed['element'], readonly [ResourceType, ResourceSource]>> = {
  video: ['media', 'media'],
  audio: ['media', 'media'],
  source: ['media', 'media'],
  track: ['media', 'media'],
  poster: ['image', 'poster'],
  input: ['image', 'img'],
  embed: ['other', 'object'],
  object: ['other', 'object'],
}

/** Video, sound, posters, plug-ins and buttons that are images. */
export function embedResources(embeds: readonly Embed[]): readonly Named[] {
  return embeds.map(({ element, url }) => {
    const [type, source] = EMBEDS[element]
    return { ...plain, url, type, source }
  })
}
