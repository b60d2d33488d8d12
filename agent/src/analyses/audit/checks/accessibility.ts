import { counted } from '@sightline/shared/counted'
import type { Judges } from '../judge.ts'
import { judged, judgedCount, judgedEach } from '../judgement.ts'

/** Names and landmarks that screen readers need. */
export const ACCESSIBILITY_CHECKS = {
  formLabelsMissing: ({ facts: { fields } }) =>
    judgedCount(fields.withoutLabel, fields.total, {
      none: 'the page has no form fields',
      issue: (n) => `${counted(n, 'form field has', 'form fields have')} no label`,
    }),
  buttonsNoName: ({ facts: { buttons } }) =>
    judgedCount(buttons.withoutName, buttons.total, {
      none: 'the page has no buttons',
      issue: (n) => `${counted(n, 'button has', 'buttons have')} no accessible name`,
    }),
  iframesNoTitle: ({ facts }) =>
    judgedEach(
      facts.frames.filter(({ isHidden }) => !isHidden),
      ({ title }) => title === null || title.trim() === '',
      {
        none: 'the page has no visible iframes',
        issue: (n) => `${counted(n, 'iframe has', 'iframes have')} no title`,
        example: ({ src }) => src ?? '',
      },
    ),
  landmarkMainMissing: ({ facts: { counts } }) =>
    judged(counts.main > 0, counts.main > 0, 'No main landmark'),
} as const satisfies Judges<'accessibility'>
