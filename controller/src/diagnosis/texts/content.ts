import type { Story } from '../story.ts'
import { reason } from '../wording.ts'
import type { CausesOf, CauseText } from './cause-text.ts'

/** Whether only the beginning of an answer was looked at. */
const isCut = ({ error }: Story): boolean => error.endsWith('only those were looked at')

/** What the answer holds. */
export const CONTENT_TEXTS = {
  keywordMissing: {
    sentence: (story) =>
      `${story.target} answers, but the expected text is not in it ${story.from}${isCut(story) ? reason(story) : ''}`,
    advice: (story) => [
      ...(isCut(story)
        ? ['If it comes later in the page, raise "maxBodyBytes" of the monitor.']
        : []),
      'Open the page: it may show an error, an empty list or a message of the application in place of its content.',
      'If the text was changed on purpose, change the keyword of the monitor.',
    ],
  },
  keywordPresent: {
    sentence: ({ target, from }) =>
      `${target} answers, but holds a text that should not be there ${from}`,
    advice: () => [
      'Open the page and look for the error message the monitor watches for.',
      "Look at the application's log at the time the outage began.",
    ],
  },
  jsonMismatch: {
    sentence: ({ target, from, error }) =>
      `The JSON of ${target} differs from what is expected ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Look at the field that differs: a health page names the part that is not well there.',
      "If the API was changed on purpose, change the monitor's checks.",
    ],
  },
  headerMismatch: {
    sentence: ({ target, from, error }) =>
      `A header of ${target} differs from what is expected ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Look for a change of the configuration of the web server, the proxy or the delivery network.',
      "If the header was changed on purpose, change the monitor's checks.",
    ],
  },
  emptyBody: {
    sentence: ({ target, from }) =>
      `${target} answers, but sends no content where some was expected ${from}`,
    advice: () => [
      "Look at the application's log: an error while the page is made often leaves it empty.",
      'Check a cache in between that may have kept an empty answer, and purge it.',
    ],
  },
  truncatedBody: {
    sentence: ({ target, from }) => `The answer of ${target} is cut short ${from}`,
    advice: () => [
      'Look for a crash or a time limit of the application while it sends the page.',
      'Check the disk space and buffer limits of the proxy.',
    ],
  },
  renderError: {
    sentence: ({ target, from, error }) =>
      `The page ${target} does not render in a browser ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Open the page in a private window and look at the console of the browser for the first error.',
      'Look whether every script and style sheet of the page is delivered: one that answers with an error leaves the page half made.',
      'Undo the latest release of the scripts of the page.',
      'If the page is as it should be, change what the monitor waits for (settings.render).',
    ],
  },
} as const satisfies Record<CausesOf<'content'>, CauseText>
