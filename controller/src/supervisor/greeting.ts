import type { KeptFirstRun } from './first-run.ts'

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
  /** What is missing for alerts to reach somebody; null when nothing is. */
  alertsNote: string | null
}): string {
  const lines = ['', `Sightline is ready at ${told.url} (after ${told.seconds.toFixed(1)} s)`, '']
  if (told.first !== null) lines.push(...firstRunLines(told.url, told.first, told.firstRunFile))
  if (told.alertsNote !== null) lines.push(told.alertsNote, '')
  lines.push(
    told.agents.length === 0
      ? `No local agents. Agents elsewhere connect to ${told.grpc}`
      : `Local agents: ${told.agents.join(', ')}. Agents elsewhere connect to ${told.grpc}`,
    `Logs are in ${told.logFolder}. Ctrl-C stops everything.`,
    '',
  )
  return lines.join('\n')
}

function firstRunLines(url: string, first: KeptFirstRun, file: string): string[] {
  const { signUpUrl, signUpExpiresAt, apiKey } = first.firstRun
  const lines: string[] = []
  if (signUpUrl !== null) {
    const until = signUpExpiresAt === null ? '' : `, until ${minuteOf(signUpExpiresAt)}`
    lines.push(
      `Make the owner's account (this link works once${until};`,
      'npm run cli -- sign-up-link makes another):',
      `  ${signUpUrl}`,
      '',
    )
  }
  if (first.isLinkMissing) {
    lines.push(
      'The owner has no account yet: npm run cli -- sign-up-link makes a link for it,',
      'which works for 24 hours.',
      '',
    )
  }
  if (first.isNew) {
    lines.push(
      `The first API key (kept in ${file}):`,
      `  ${apiKey}`,
      '',
      'Create a monitor:',
      `  ${curlLine(url, apiKey)}`,
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
function curlLine(url: string, apiKey: string): string {
  return `curl -X POST ${url}/api/v1/monitors -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`
}
