import type { AuditCheckDefinition } from './definition.ts'

/** How soon the page is there. */
export const PERFORMANCE_CHECKS = {
  ttfbSlow: {
    title: 'Pages with a slow first byte',
    severity: 'warning',
    category: 'performance',
    weight: 4,
    isForAnyType: true,
    expected: 'at most 800 ms',
    message: 'Nothing can be shown before the first byte.',
  },
  htmlTooLarge: {
    title: 'Pages with very large HTML',
    severity: 'warning',
    category: 'performance',
    weight: 3,
    expected: 'at most 500 kB',
    message: 'Large HTML is slow on phones, and crawlers may read its beginning only.',
  },
  domTooLarge: {
    title: 'Pages with very many elements',
    severity: 'warning',
    category: 'performance',
    weight: 2,
    expected: 'under 1500 elements',
    message: 'In a large document every change takes long on phones.',
  },
  compressionMissing: {
    title: 'Pages that are sent uncompressed',
    severity: 'warning',
    category: 'performance',
    weight: 3,
    expected: 'Content-Encoding: br, zstd or gzip',
    message: 'Compressed HTML is a fraction of its size, and sooner there.',
  },
  cacheMissing: {
    title: 'Pages without caching headers',
    severity: 'info',
    category: 'performance',
    weight: 1,
    isForAnyType: true,
    expected: 'Cache-Control, Expires, ETag or Last-Modified',
    message: 'Without caching headers the page is sent anew at every visit.',
  },
  renderBlocking: {
    title: 'Pages whose scripts block showing them',
    severity: 'info',
    category: 'performance',
    weight: 2,
    expected: 'async, defer or type=module',
    message: 'Nothing is shown until the scripts in the head are fetched and run.',
  },
  inlineCodeLarge: {
    title: 'Pages with much inline code',
    severity: 'info',
    category: 'performance',
    weight: 1,
    expected: 'at most 100 kB',
    message: 'Inline code is sent anew with every page; files of their own are cached.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
