import type { AuditCheckDefinition } from './definition.ts'

/** The same page in other languages. */
export const HREFLANG_CHECKS = {
  hreflangInvalid: {
    title: 'Pages with an hreflang that is no language',
    severity: 'error',
    category: 'indexability',
    weight: 3,
    expected: 'values such as "en", "pt-BR", "zh-Hant" or "x-default"',
    message: 'Search engines ignore an hreflang that is no language, or language and region.',
  },
  hreflangSelfMissing: {
    title: 'Pages whose alternates leave out the page itself',
    severity: 'warning',
    category: 'indexability',
    weight: 2,
    message: 'Each page of a set names all of them, itself too, or the set may be ignored.',
  },
  hreflangXDefaultMissing: {
    title: 'Pages whose alternates have no x-default',
    severity: 'info',
    category: 'indexability',
    weight: 1,
    expected: 'a link with hreflang="x-default"',
    message: 'x-default says what is shown to people of all other languages.',
  },
  hreflangRelative: {
    title: 'Pages with relative addresses of alternates',
    severity: 'warning',
    category: 'indexability',
    weight: 2,
    expected: 'addresses with https://',
    message: 'The address of an alternate is to be written in full, scheme and host too.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
