import type { AuditCheckDefinition } from './definition.ts'

/** What the document says of itself. */
export const DOCUMENT_CHECKS = {
  langMissing: {
    title: 'Pages that do not say their language',
    severity: 'error',
    category: 'accessibility',
    weight: 4,
    message:
      'Screen readers choose their voice, and browsers their translation, by the lang of html.',
  },
  langInvalid: {
    title: 'Pages whose lang is no language tag',
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    expected: 'a language tag such as "en" or "pt-BR"',
    message: 'A lang that is no language tag is as good as none.',
  },
  charsetMissing: {
    title: 'Pages that do not declare a character set',
    severity: 'warning',
    category: 'content',
    weight: 3,
    expected: 'charset in the Content-Type header or in a meta tag',
    message:
      'Without a declared character set browsers guess, and other alphabets may come out broken.',
  },
  charsetLate: {
    title: 'Pages that declare their character set too late',
    severity: 'info',
    category: 'content',
    weight: 1,
    expected: 'within the first 1024 bytes',
    message:
      'Browsers look for the character set at the beginning only, and may have to start anew.',
  },
  doctypeMissing: {
    title: 'Pages without a doctype',
    severity: 'warning',
    category: 'content',
    weight: 2,
    expected: '<!doctype html>',
    message: 'Without a doctype browsers lay the page out by the rules of the nineties.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
