import { MAX_FORMAT_VERSION } from '../format-version.ts'
import type { ImportContext } from '../import-context.ts'
import {
  exportContacts,
  exportCrawlSchedules,
  exportStatusPages,
  exportTeams,
  exportWindows,
} from './export-things.ts'
import { exportMonitors } from './export-monitors.ts'

/** What everybody who opens an export is told of it. */
const NOTE =
  'Secrets are not in this file: each reads as ***, and every monitor lists its own in secretsLeftOut. Nor are the subscribers of status pages, who asked to be mailed by this installation. POST /api/v1/imports takes the file back.'

/** Lists of an export, in the order in which their entries refer to each other. */
const LISTS = {
  contacts: exportContacts,
  teams: exportTeams,
  monitors: exportMonitors,
  maintenance: exportWindows,
  crawlSchedules: exportCrawlSchedules,
  statusPages: exportStatusPages,
} as const satisfies Record<
  string,
  (context: ImportContext, workspaceId: number) => AsyncIterable<readonly object[]>
>

/** Everything that the people of a workspace decided, as one JSON in pieces: entries are read some at a time, and
 *  written while they are read. What is changed meanwhile may be in it or not. */
export async function* exportWorkspace(
  context: ImportContext,
  workspaceId: number,
): AsyncGenerator<string> {
  const head = {
    format: 'sightline',
    version: MAX_FORMAT_VERSION,
    exportedAt: context.now().toISOString(),
    note: NOTE,
  }
  let before = JSON.stringify(head).slice(0, -1)
  for (const [name, read] of Object.entries(LISTS)) {
    before += `,\n"${name}":[`
    let isFirst = true
    for await (const entries of read(context, workspaceId)) {
      if (entries.length === 0) continue
      const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`).join(',')
      yield `${before}${isFirst ? '' : ','}${lines}`
      before = ''
      isFirst = false
    }
    before += ']'
  }
  yield `${before}}\n`
}
