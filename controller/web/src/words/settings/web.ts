import type { SettingGroup } from './fields.ts'
import { comparisons, IP_FAMILY } from './fields.ts'

const hasAuth =
  (...kinds: readonly string[]) =>
  (at: (path: string) => unknown): boolean =>
    kinds.includes(String(at('auth.kind')))

export const WEB_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'What it must answer',
    isOpen: true,
    fields: [
      {
        path: 'expectedStatus',
        label: 'Status codes',
        hint: 'One or a span on each line, such as 200-299 or 301.',
        kind: 'lines',
      },
      {
        path: 'keyword.value',
        label: 'Text on the page',
        kind: 'text',
        isNeeded: true,
        placeholder: 'Add to cart',
      },
      {
        path: 'keyword.mode',
        label: 'The text',
        kind: 'choice',
        when: (at) => Boolean(at('keyword.value')),
      },
      {
        path: 'keyword.caseSensitive',
        label: 'Upper and lower case differ',
        kind: 'switch',
        when: (at) => Boolean(at('keyword.value')),
      },
      { path: 'maxResponseMs', label: 'Degraded when slower than', kind: 'number', unit: 'ms' },
    ],
  },
  {
    title: 'Values in JSON and headers',
    fields: [
      comparisons(
        'jsonChecks',
        'Values in JSON',
        { path: 'path', label: 'Path', kind: 'text', placeholder: '$.status' },
        'json',
        'For answers that are JSON. 5, true and null are such values; "5" in quotes is a text.',
      ),
      comparisons(
        'headerChecks',
        'Headers of the answer',
        { path: 'name', label: 'Header', kind: 'text', placeholder: 'content-type' },
        'header',
      ),
    ],
  },
  {
    title: 'Request',
    fields: [
      { path: 'method', label: 'Method', kind: 'choice' },
      {
        path: 'headers',
        label: 'Headers',
        hint: 'Each on a line: Name: value.',
        kind: 'pairs',
        placeholder: 'Accept: application/json',
      },
      { path: 'bodyType', label: 'Body', kind: 'choice' },
      {
        path: 'body',
        label: 'Text of the body',
        kind: 'code',
        // One without a type is sent too.
        when: (at) => at('bodyType') !== 'none' || Boolean(at('body')),
      },
      { path: 'userAgent', label: 'User agent', kind: 'text' },
      { path: 'cacheBust', label: 'Ask past caches', kind: 'switch' },
      { path: 'redirects.follow', label: 'Follow redirects', kind: 'switch' },
      {
        path: 'redirects.max',
        label: 'Redirects at most',
        kind: 'number',
        when: (at) => at('redirects.follow') === true,
      },
    ],
  },
  {
    title: 'Sign-in',
    fields: [
      { path: 'auth.kind', label: 'Kind', kind: 'choice' },
      { path: 'auth.username', label: 'User', kind: 'text', when: hasAuth('basic', 'digest') },
      {
        path: 'auth.password',
        label: 'Password',
        kind: 'secret',
        when: hasAuth('basic', 'digest'),
      },
      { path: 'auth.token', label: 'Token', kind: 'secret', when: hasAuth('bearer') },
    ],
  },
  {
    title: 'TLS',
    fields: [
      { path: 'tls.verify', label: 'The certificate must be valid', kind: 'switch' },
      {
        path: 'tls.minDaysLeft',
        label: 'Down when it expires within',
        kind: 'number',
        unit: 'days',
      },
      { path: 'tls.minVersion', label: 'TLS at least', kind: 'choice' },
      { path: 'tls.sni', label: 'Name asked for (SNI)', kind: 'text' },
    ],
  },
  {
    title: 'In a browser',
    fields: [
      {
        path: 'render.enabled',
        label: 'Open the page in a browser',
        hint: 'For pages that scripts build. It needs locations with a browser.',
        kind: 'switch',
      },
      {
        path: 'render.waitFor',
        label: 'Wait for',
        kind: 'choice',
        when: (at) => at('render.enabled') === true,
      },
      {
        path: 'render.selector',
        label: 'Element (CSS selector)',
        kind: 'text',
        when: (at) => at('render.waitFor') === 'selector',
      },
      {
        path: 'render.failOnConsoleError',
        label: 'Down at an error in its console',
        kind: 'switch',
        when: (at) => at('render.enabled') === true,
      },
    ],
  },
  {
    title: 'Network',
    fields: [
      IP_FAMILY,
      { path: 'httpVersion', label: 'HTTP version', kind: 'choice' },
      { path: 'maxBodyBytes', label: 'Read at most', kind: 'number', unit: 'bytes' },
    ],
  },
]
