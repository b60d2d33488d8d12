import type { AuditCheckDefinition } from './definition.ts'

/** Names and landmarks that screen readers need. */
export const ACCESSIBILITY_CHECKS = {
  formLabelsMissing: {
    title: 'Pages with fields without a label',
    severity: 'warning',
    category: 'accessibility',
    weight: 3,
    message:
      'A field without a label cannot be filled in by who does not see what stands beside it.',
  },
  buttonsNoName: {
    title: 'Pages with buttons without a name',
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    message: 'A button without a name is read out as "button" and no more.',
  },
  iframesNoTitle: {
    title: 'Pages with iframes without a title',
    severity: 'warning',
    category: 'accessibility',
    weight: 1,
    message: 'The title of an iframe says what is in it before one enters.',
  },
  landmarkMainMissing: {
    title: 'Pages without a main landmark',
    severity: 'info',
    category: 'accessibility',
    weight: 1,
    message: 'A main landmark lets people skip what is the same on every page.',
  },
} as const satisfies Record<string, AuditCheckDefinition>
