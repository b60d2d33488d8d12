import type { Check } from '../check.ts'
import { judged, judgedCount, judgedEach } from '../judgement.ts'

/** Names and landmarks that screen readers need. */
export const ACCESSIBILITY_CHECKS = {
  formLabelsMissing: {
    severity: 'warning',
    category: 'accessibility',
    weight: 3,
    message: 'A field without a label cannot be filled in by who does not see what stands beside it.',
    judge: ({ facts: { fields } }) =>
      judgedCount(fields.withoutLabel, fields.total, {
        none: 'the page has no form fields',
        issue: (n) => `${n} form fields have no label`,
      }),
  },
  buttonsNoName: {
    severity: 'warning',
    category: 'accessibility',
    weight: 2,
    message: 'A button without a name is read out as "button" and no more.',
    judge: ({ facts: { buttons } }) =>
      judgedCount(buttons.withoutName, buttons.total, {
        none: 'the page has no buttons',
        issue: (n) => `${n} buttons have no accessible name`,
      }),
  },
  iframesNoTitle: {
    severity: 'warning',
    category: 'accessibility',
    weight: 1,
    message: 'The title of an iframe says what is in it before one enters.',
    judge: ({ facts }) =>
      judgedEach(
        facts.frames.filter(({ isHidden }) => !isHidden),
        ({ title }) => title === null || title.trim() === '',
        {
          none: 'the page has no visible iframes',
          issue: (n) => `${n} iframes have no title`,
          example: ({ src }) => src ?? '',
        },
      ),
  },
  landmarkMainMissing: {
    severity: 'info',
    category: 'accessibility',
    weight: 1,
    message: 'A main landmark lets people skip what is the same on every page.',
    judge: ({ facts: { counts } }) =>
      judged(counts.main > 0, counts.main, 'No main landmark'),
  },
} as const satisfies Record<string, Check>
