import type { Conversion } from '../conversion.ts'
import { hostInUrl, NO_TARGET, splitUserInfo } from '../conversion.ts'
import type { Row } from '../values.ts'
import { entryOf, flagOf, isRow, jsonOf, numberOf, rowsOf, sentFields, textOf } from '../values.ts'

/** Words of version 3 of the API, and of the CSV, for the numbers of version 2. */
const KINDS: Readonly<Record<string, string>> = {
  '1': 'http',
  '2': 'keyword',
  '3': 'ping',
  '4': 'port',
  '5': 'heartbeat',
  'http(s)': 'http',
  https: 'http',
}

/** Ports of the services that version 2 names by a number. */
const SERVICE_PORTS: Readonly<Record<string, number>> = {
  '1': 80,
  '2': 443,
  '3': 21,
  '4': 25,
  '5': 110,
  '6': 143,
}

/** Methods by their numbers in version 2. */
const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Which kind of monitor it is, in one word. */
export function kindOf(row: Row): string {
  const word = (textOf(row, 'type') ?? '').toLowerCase()
  return entryOf(KINDS, word) ?? word
}

/** What a monitor of UptimeRobot becomes. */
export function convertRobotMonitor(row: Row): Conversion {
  const target = textOf(row, 'url')
  if (target === null) return NO_TARGET
  switch (kindOf(row)) {
    case 'http':
      return convertPage(row, target)
    case 'keyword':
      return convertKeyword(row, target)
    case 'ping':
      return { url: `ping://${hostOf(target)}`, settings: {}, warnings: [] }
    case 'port':
      return convertPort(row, target)
    case 'heartbeat':
      return {
        notCarried:
          'It waits to be called, and monitors here go and look: there is nothing that takes such calls.',
      }
    case 'dns':
      return {
        notCarried: 'The file does not say which name it asks for: make it anew as dns://name.',
      }
    default:
      return { notCarried: 'This kind of monitor is not known here.' }
  }
}

/** A host of a url, or the host itself. */
function hostOf(target: string): string {
  const host = target.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/s, '')
  // A port at the end means nothing to a ping; an IPv6 address has more than one colon.
  return hostInUrl(/^[^:]*:\d+$/.test(host) ? host.replace(/:\d+$/, '') : host)
}

function convertPort(row: Row, target: string): Conversion {
  const service = textOf(row, 'sub_type') ?? ''
  const port = numberOf(row, 'port') ?? entryOf(SERVICE_PORTS, service) ?? null
  if (port === null) return NO_TARGET
  return { url: `tcp://${hostOf(target)}:${port}`, settings: {}, warnings: [] }
}

function convertPage(row: Row, target: string): Conversion {
  const { url, auth: ofUrl } = splitUserInfo(target)
  const { auth, pausedFor } = signInOf(row)
  const { body, bodyType } = bodyOf(row)
  const headers = jsonOf(row, 'custom_http_headers', 'customHttpHeaders')
  const settings = sentFields({
    method: methodOf(row),
    headers: isRow(headers) && Object.keys(headers).length > 0 ? headers : undefined,
    body,
    bodyType,
    auth: auth ?? ofUrl,
    expectedStatus: statusesOf(row),
    redirects: flagOf(row, 'followRedirections') === false ? { follow: false } : undefined,
    tls: flagOf(row, 'ignore_ssl_errors') === true ? { verify: false } : undefined,
  })
  return { type: 'web', url, settings, warnings: [], pausedFor }
}

/** The keyword's type says when an alert is given: when it is there (1), or when it is not (2). */
function convertKeyword(row: Row, url: string): Conversion {
  const made = convertPage(row, url)
  const value = textOf(row, 'keyword_value', 'keywordValue')
  if ('notCarried' in made || value === null) return made
  const word = (textOf(row, 'keyword_type', 'keywordType') ?? '2').toLowerCase()
  const alertsWhenThere = word === '1' || word === 'alert_exists' || word === 'exists'
  const ofCase = (textOf(row, 'keyword_case_type', 'keywordCaseType') ?? '1').toLowerCase()
  const keyword = {
    value,
    mode: alertsWhenThere ? 'absent' : 'contains',
    caseSensitive: ofCase === '0' || ofCase === 'casesensitive',
  }
  const { method, ...settings } = made.settings as { readonly method?: string }
  // Answers to HEAD have nothing to look into.
  const own = method === undefined || method === 'HEAD' ? {} : { method }
  return { ...made, settings: { ...settings, ...own, keyword } }
}

/** It sends HEAD where nothing was chosen; what is usual here is GET. */
function methodOf(row: Row): string | undefined {
  const number = numberOf(row, 'http_method')
  const method =
    number === null ? textOf(row, 'httpMethodType', 'http_method') : METHODS[number - 1]
  return method?.toUpperCase()
}

/** Kinds of sign-in by their numbers in version 2, and their words in version 3. */
function signInOf(row: Row): { readonly auth: Row | undefined; readonly pausedFor: string | null } {
  const username = textOf(row, 'http_username', 'httpUsername')
  const password = textOf(row, 'http_password', 'httpPassword')
  const word = (textOf(row, 'http_auth_type', 'authType') ?? '').toLowerCase()
  if (word === 'none' || (username === null && password === null && word === '')) {
    return { auth: undefined, pausedFor: null }
  }
  const kind = word === '2' || word === 'digest' ? 'digest' : 'basic'
  if (username !== null && password !== null) {
    return { auth: { kind, username, password }, pausedFor: null }
  }
  // Kept, but not used.
  const auth = username === null ? undefined : { username, kind: 'none' }
  return { auth, pausedFor: 'It signs in, and its password is not in the file.' }
}

function bodyOf(row: Row): {
  readonly body: string | undefined
  readonly bodyType: string | undefined
} {
  const value = jsonOf(row, 'post_value', 'postValueData')
  const plain = textOf(row, 'post_value', 'postValueData')
  if (value === null && plain === null) return { body: undefined, bodyType: undefined }
  const isRaw = ['2', 'raw_json', 'raw'].includes(
    (textOf(row, 'post_type', 'postValueType') ?? '').toLowerCase(),
  )
  if (isRaw) {
    const body = plain ?? JSON.stringify(value)
    const isJson = numberOf(row, 'post_content_type') !== 0
    return { body, bodyType: isJson ? 'json' : 'none' }
  }
  const pairs = Object.entries(isRow(value) ? value : {}).map(([name, each]): [string, string] => [
    name,
    String(each),
  ])
  const body = isRow(value) ? new URLSearchParams(pairs).toString() : (plain ?? undefined)
  return { body, bodyType: 'form' }
}

/** Version 2 lists "404:1_200:0", 1 being up; version 3 has those that are up, such as "2xx". */
function statusesOf(row: Row): string[] | undefined {
  const list = jsonOf(row, 'successHttpResponseCodes')
  if (Array.isArray(list) && list.length > 0) return list.map((each) => rangeOf(String(each)))
  const sent = valueOfStatuses(row)
  const up = sent.flatMap(([status, isUp]) => (isUp === '1' ? [status] : []))
  return up.length === 0
    ? undefined
    : ['200-299', ...up.filter((status) => !status.startsWith('2'))]
}

function rangeOf(word: string): string {
  return /^\dxx$/i.test(word) ? `${word[0]}00-${word[0]}99` : word
}

function valueOfStatuses(row: Row): [string, string][] {
  const sent = jsonOf(row, 'custom_http_statuses') ?? textOf(row, 'custom_http_statuses')
  if (typeof sent === 'string') {
    return sent.split('_').map((pair) => {
      const [status = '', isUp = ''] = pair.split(':')
      return [status, isUp]
    })
  }
  const statuses = isRow(sent) ? sent : {}
  const list = (name: string, isUp: string): [string, string][] => {
    const own = statuses[name]
    return Array.isArray(own) ? own.map((status) => [String(status), isUp]) : []
  }
  return [...list('up', '1'), ...list('down', '0')]
}

/** Names of its tags. */
export function robotTags(row: Row): string[] | undefined {
  const tags = rowsOf(row['tags']).flatMap((tag) => textOf(tag, 'name') ?? [])
  return tags.length === 0 ? undefined : [...new Set(tags)]
}

/** Version 2 has a number, version 3 a word. */
export function isPaused(row: Row): boolean {
  const status = textOf(row, 'status')?.toLowerCase()
  return status === '0' || status === 'paused'
}
