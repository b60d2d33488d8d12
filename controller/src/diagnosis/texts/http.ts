import { reason } from '../wording.ts'
import type { CausesOf, CauseText } from './cause-text.ts'

/** What a check says of a status. */
const OTHER_STATUS = /^The server answered \d/

/** The answer's status and the way to it. */
export const HTTP_TEXTS = {
  serverError: {
    sentence: ({ target, from, status }) =>
      `${target} answers ${status}, an error of the server's own, ${from}`,
    advice: () => [
      "Look at the application's error log at the time the outage began.",
      'Undo the latest release or change of configuration if it came just before.',
    ],
  },
  badGateway: {
    sentence: ({ target, from }) =>
      `The gateway in front of ${target} gets no valid answer from the server behind it (502) ${from}`,
    advice: () => [
      'Check that the application behind the proxy runs and listens where the proxy looks for it.',
      "Look at the proxy's error log: it names the server it could not use.",
    ],
  },
  serviceUnavailable: {
    sentence: ({ target, from }) => `${target} says that it cannot serve now (503) ${from}`,
    advice: ({ headers }) => [
      'Check whether the site is in maintenance mode, or has no healthy server behind its load balancer.',
      'Look at the load: limits of workers and connections answer 503 when they are reached.',
      ...(headers['retry-after'] === undefined
        ? []
        : [
            'It says when to come back, so the stop may be planned: add a maintenance window for it.',
          ]),
    ],
  },
  gatewayTimeout: {
    sentence: ({ target, from }) =>
      `The gateway in front of ${target} waits too long for the server behind it (504) ${from}`,
    advice: () => [
      'Find out what makes the application slow: its database, another service it calls, its load.',
      'Raise the time limit of the proxy only if such long answers are meant to be.',
    ],
  },
  clientError: {
    sentence: ({ target, from, status }) => `${target} refuses the request with ${status} ${from}`,
    advice: () => [
      'Check that a rule of access (by address, country, method or header) does not turn the monitor away.',
      "Compare the monitor's method, headers and body with what the site asks for.",
    ],
  },
  notFound: {
    sentence: ({ target, from, status }) => `${target} is not there (${status}) ${from}`,
    advice: () => [
      'Put the page back, or redirect its address to the new one.',
      'If the page moved on purpose, change the URL of the monitor.',
    ],
  },
  authRequired: {
    sentence: (story) =>
      `${story.target} asks for a sign-in, and the monitor has none that it takes, ${story.from}${reason(story)}`,
    advice: () => [
      'Check that the kind of sign-in in the monitor (basic, digest, bearer) is the one that the page asks for.',
      'Check whether the user name, password or token in the monitor is still valid.',
      'If the page should be open to everybody, look for a rule that now protects it.',
    ],
  },
  rateLimited: {
    sentence: ({ target, from, status }) =>
      `${target} says that it got too many requests (${status}) ${from}`,
    advice: () => [
      'Let the monitor through in the rate limit of the site, by its addresses or user agent.',
      'Check the monitor less often, or from fewer regions.',
    ],
  },
  botBlocked: {
    sentence: ({ target, from, error }) =>
      `A protection in front of ${target} turns the monitor away ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Allow the monitor in the settings of the protection, by its addresses or user agent.',
      'Monitor an address that is not protected, such as a health page.',
    ],
  },
  redirectLoop: {
    sentence: ({ target, from, error }) =>
      /^There (?:is|are) more than /.test(error)
        ? `${target} has more redirects than the monitor follows ${from} (${error})`
        : `The redirects of ${target} never end ${from}`,
    advice: ({ error }) => [
      ...(/^There (?:is|are) more than /.test(error)
        ? ['If as many are meant to be, raise "redirects.max" of the monitor.']
        : []),
      'Look at the rules that add or take away "www", https or a slash: two of them undo each other.',
      'Behind a proxy that ends TLS, tell the application that visitors come over https.',
    ],
  },
  redirectUnexpected: {
    sentence: ({ target, from, error }) =>
      `${target} redirects elsewhere than expected ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Correct the redirect, or change what the monitor expects.',
      'A redirect to a strange domain may be a break-in: look at what was changed on the server.',
    ],
  },
  protocolError: {
    // A status that is none of an error has no cause of its own.
    sentence: ({ target, from, error, status }) =>
      OTHER_STATUS.test(error)
        ? `${target} answers ${status}, which the monitor does not expect, ${from} (${error})`
        : `The answer of ${target} breaks the protocol ${from}${error === '' ? '' : ` (${error})`}`,
    advice: ({ error }) => [
      ...(OTHER_STATUS.test(error)
        ? ['If that status is meant to be, add it to "expectedStatus" of the monitor.']
        : []),
      'Look for a crash of the application in the middle of its answer.',
      'Check that the right kind of service listens on this port, and what a proxy in between makes of the answer.',
    ],
  },
} as const satisfies Record<CausesOf<'http'>, CauseText>
