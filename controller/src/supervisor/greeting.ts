import type { FirstRun } from './first-run.ts'

/** What is told when everything runs.
 *  @param told.firstRun null when this data folder does not know the first key
 *  @param told.isNew the key is shown, this once */
export function greeting(told: {
  url: string
  seconds: number
  firstRun: FirstRun | null
  isNew: boolean
  firstRunFile: string
  agents: readonly string[]
  grpc: string
  logFolder: string
}): string {
  const { firstRun } = told
  const lines = ['', `Sightline is ready at ${told.url} (after ${told.seconds.toFixed(1)} s)`, '']
  if (firstRun?.signUpUrl !== undefined && firstRun.signUpUrl !== null) {
    lines.push("Make the owner's account (this link works once):", `  ${firstRun.signUpUrl}`, '')
  }
  if (firstRun !== null && told.isNew) {
    lines.push(
      `The first API key (kept in ${told.firstRunFile}):`,
      `  ${firstRun.apiKey}`,
      '',
      'Create a monitor:',
      `  ${curlLine(told.url, firstRun.apiKey)}`,
      '',
    )
  } else if (firstRun !== null) {
    lines.push(`The first API key is in ${told.firstRunFile}`, '')
  }
  lines.push(
    told.agents.length === 0
      ? `No local agents. Agents elsewhere connect to ${told.grpc}`
      : `Local agents: ${told.agents.join(', ')}. Agents elsewhere connect to ${told.grpc}`,
    `Logs are in ${told.logFolder}. Ctrl-C stops everything.`,
    '',
  )
  return lines.join('\n')
}

/** A call that works as pasted. */
function curlLine(url: string, apiKey: string): string {
  return `curl -X POST ${url}/api/v1/monitors -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '{"url":"https://example.com"}'`
}
