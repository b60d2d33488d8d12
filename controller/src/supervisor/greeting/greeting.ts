import { isEveryAddress } from '../../process/openable-url.ts'
import type { KeptFirstRun } from './first-run.ts'

/** Columns of a terminal that nobody made wider. */
const TERMINAL_COLUMNS = 80

/** What is told when everything runs.
 *  @param told.first null when this data folder does not know the first key, which is shown once */
export function greeting(told: {
  url: string
  seconds: number
  first: KeptFirstRun | null
  firstRunFile: string
  agents: readonly string[]
  grpc: string
  logFolder: string
  /** No other machine opens that URL, and it is in links that are mailed. */
  isUrlLocal: boolean
  /** What is missing for alerts to reach somebody; null when nothing is. */
  alertsNote: string | null
}): string {
  const lines = ['', `Sightline is ready at ${told.url} (after ${told.seconds.toFixed(1)} s)`, '']
  if (told.first !== null) lines.push(...firstRunLines(told.url, told.first, told.firstRunFile))
  if (told.isUrlLocal) lines.push(...wrapped(urlNote(told.url)), '')
  if (told.alertsNote !== null) lines.push(...wrapped(told.alertsNote), '')
  const local = told.agents.length === 0 ? 'none' : told.agents.join(', ')
  lines.push(
    ...wrapped(`Local agents: ${local}. ${whereAgentsConnect(told.grpc)}`),
    ...wrapped(`Logs are in ${told.logFolder}. Ctrl-C stops everything.`),
    '',
  )
  return lines.join('\n')
}

const urlNote = (url: string): string =>
  `Other machines reach it by a name or an address of this one. Set SIGHTLINE_PUBLIC_URL to what people use: links in mails lead to ${url} until then.`

/** @param grpc HOST:PORT the controller listens on for agents */
function whereAgentsConnect(grpc: string): string {
  const end = grpc.lastIndexOf(':')
  const [host, port] = [grpc.slice(0, end), grpc.slice(end + 1)]
  if (/^(?:127\.|localhost$|\[?::1\]?$)/.test(host)) {
    return `More on this machine connect to ${grpc}; for agents elsewhere, see "More regions" in the README.`
  }
  if (isEveryAddress(host)) {
    return `Agents elsewhere connect to port ${port} of this machine.`
  }
  return `Agents elsewhere connect to ${grpc}.`
}

/** The text in lines that a terminal does not break within a word. */
function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= TERMINAL_COLUMNS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function firstRunLines(url: string, first: KeptFirstRun, file: string): string[] {
  const { signUpUrl, signUpExpiresAt, apiKey } = first.firstRun
  const lines: string[] = []
  if (signUpUrl !== null) {
    const until = signUpExpiresAt === null ? '' : `, until ${minuteOf(signUpExpiresAt)}`
    lines.push(
      `Make the owner's account (the link works once${until}):`,
      `  ${signUpUrl}`,
      'Another link is made by: npm run cli -- sign-up-link',
      '',
    )
  }
  if (first.isLinkMissing) {
    lines.push(
      'The owner has no account yet. A link for it, good for 24 hours, is made by:',
      '  npm run cli -- sign-up-link',
      '',
    )
  }
  if (first.isNew) {
    lines.push(
      `The first API key (kept in ${file}):`,
      `  ${apiKey}`,
      '',
      'Create a monitor:',
      ...curlLines(url, apiKey),
      '',
    )
  } else if (first.isKeyInForce) {
    lines.push(`The first API key is in ${file}`, '')
  }
  return lines
}

/** "2026-11-21 13:05 UTC" */
function minuteOf(isoTime: string): string {
  return `${new Date(isoTime).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A call that works as pasted. */
function curlLines(url: string, apiKey: string): string[] {
  return [
    `  curl -X POST ${url}/api/v1/monitors \\`,
    `    -H 'X-API-Key: ${apiKey}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"url":"https://example.com"}'`,
  ]
}
