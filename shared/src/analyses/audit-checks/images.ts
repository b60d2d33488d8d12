import type { AuditCheckDefinition } from './definition.ts'

/** Images. */
export const IMAGES_CHECKS = {
  imagesAltMissing: {
    severity: 'error',
    category: 'images',
    weight: 5,
    message: 'An alt attribute says what is to be seen; empty, that there is nothing to say.',
  },
  imagesAltLong: {
    severity: 'info',
    category: 'images',
    weight: 1,
    expected: 'at most 125 characters',
    message: 'A long alt text is read out without a pause; longer words belong beside the image.',
  },
  imagesNoSize: {
    severity: 'warning',
    category: 'images',
    weight: 2,
    message: 'With width and height known the text does not jump when the image comes.',
  },
  imagesNotLazy: {
    severity: 'info',
    category: 'images',
    weight: 1,
    expected: 'loading=lazy',
    message: 'Images far down the page need not be fetched before somebody scrolls there.',
  },
  imagesLegacyFormat: {
    severity: 'info',
    category: 'images',
    weight: 1,
    expected: 'WebP or AVIF',
    message: 'WebP and AVIF show the same in a fraction of the bytes.',
  },
  pictureNoImg: {
    severity: 'error',
    category: 'images',
    weight: 1,
    message: 'A picture element without an img shows nothing.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
