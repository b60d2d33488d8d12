import { counted } from '@sightline/shared/counted'
import type { Image, PageFacts } from '../../../page/facts.ts'
import type { Judges } from '../judge.ts'
import { doesNotApply, judged, judgedCount, judgedEach } from '../judgement.ts'
import { lengthOf } from '../length.ts'

const MAX_ALT_LENGTH = 125
/** Images that may be seen without scrolling. */
const FIRST_IMAGES = 5
const NONE = 'the page has no images'

const LEGACY_FORMAT = /\.(?:jpe?g|png|gif|bmp)(?:[?#]|$)/i
/** In a file name, or in the parameters of a service that converts images. */
const MODERN_FORMAT = /(?<![a-z])(?:webp|avif)(?![a-z])/i

const sourceOf = ({ src, candidates: [first] }: Image): string =>
  src || (first ?? 'an image without src')

/** Nothing is fetched for it yet: a script fills it in when it comes into view. */
const isFilledInLater = ({ src }: Image): boolean =>
  src === null || src === '' || src.startsWith('data:')

const addressesOf = ({ url, candidates }: Image): readonly string[] =>
  url === null ? candidates : [url, ...candidates]

/** Those in noscript stand in for others. */
const imagesOf = ({ images }: PageFacts): readonly Image[] =>
  images.list.filter(({ isInNoscript }) => !isInNoscript)

/** What is said of the images that are looked at where the page has more. */
const ofWhich = ({ images: { list, total } }: PageFacts): string =>
  list.length < total ? 'the first ' : ''

/** What the page shows. */
export const IMAGES_CHECKS = {
  imagesAltMissing: ({ facts }) =>
    judgedEach(imagesOf(facts), ({ alt, isDecorative }) => alt === null && !isDecorative, {
      none: NONE,
      issue: (n, m) =>
        `${n} of ${ofWhich(facts)}${counted(m, 'image')} ${n === 1 ? 'has' : 'have'} no alt attribute`,
      example: sourceOf,
    }),
  imagesAltLong: ({ facts }) =>
    judgedEach(imagesOf(facts), ({ alt }) => alt !== null && lengthOf(alt) > MAX_ALT_LENGTH, {
      none: NONE,
      issue: (n) =>
        `${counted(n, 'image has', 'images have')} alt text over ${MAX_ALT_LENGTH} characters`,
      example: sourceOf,
    }),
  imagesNoSize: ({ facts }) =>
    judgedEach(imagesOf(facts), ({ width, height }) => width === null || height === null, {
      none: NONE,
      issue: (n) => `${counted(n, 'image has', 'images have')} no width and height`,
      example: sourceOf,
    }),
  imagesNotLazy: ({ facts }) =>
    judgedEach(
      imagesOf(facts).slice(FIRST_IMAGES),
      (image) => image.loading?.toLowerCase() !== 'lazy' && !isFilledInLater(image),
      {
        none: `the page has no more than ${FIRST_IMAGES} images`,
        issue: (n) =>
          `${counted(n, 'image', 'images')} below the first five ${n === 1 ? 'is' : 'are'} not lazy-loaded`,
        example: sourceOf,
      },
    ),
  imagesLegacyFormat({ facts }) {
    const addresses = imagesOf(facts).flatMap(addressesOf)
    const isModern = addresses.some((address) => MODERN_FORMAT.test(address))
    if (isModern) return { passed: true, value: true }
    const isLegacy = addresses.some((address) => LEGACY_FORMAT.test(address))
    if (!isLegacy) return doesNotApply('no image is known to be JPEG, PNG or GIF by its address')
    return judged(false, false, 'No image uses WebP or AVIF')
  },
  pictureNoImg: ({ facts: { pictures } }) =>
    judgedCount(pictures.withoutImg, pictures.total, {
      none: 'the page has no picture elements',
      issue: (n) => `${counted(n, 'picture element has', 'picture elements have')} no img`,
    }),
} as const satisfies Judges<'images'>
