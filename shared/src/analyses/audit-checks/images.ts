import type { AuditCheckDefinition } from './definition.ts'

/** What the page shows. */
export const IMAGES_CHECKS = {
  imagesAltMissing: {
    title: 'Pages with images without an alt attribute',
    severity: 'error',
    category: 'images',
    weight: 5,
    message: 'An alt attribute says what is to be seen; empty, that there is nothing to say.',
  },
  imagesAltLong: {
    title: 'Pages with long alt texts',
    severity: 'info',
    category: 'images',
    weight: 1,
    expected: 'at most 125 characters',
    message: 'A long alt text is read out without a pause; longer words belong beside the image.',
  },
  imagesNoSize: {
    title: 'Pages with images without width and height',
    severity: 'warning',
    category: 'images',
    weight: 2,
    message: 'With width and height known the text does not jump when the image comes.',
  },
  imagesNotLazy: {
    title: 'Pages with images that could be loaded later',
    severity: 'info',
    category: 'images',
    weight: 1,
    expected: 'loading=lazy',
    message: 'Images far down the page need not be fetched before somebody scrolls there.',
  },
  imagesLegacyFormat: {
    title: 'Pages with images in older formats',
    severity: 'info',
    category: 'images',
    weight: 1,
    expected: 'WebP or AVIF',
    message: 'WebP and AVIF show the same in a fraction of the bytes.',
  },
  pictureNoImg: {
    title: 'Pages with picture elements without an img',
    severity: 'error',
    category: 'images',
    weight: 1,
    message: 'A picture element without an img shows nothing.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
