import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kumaDatabase } from './kuma-database.ts'

type Call = (method: string, path: string) => Promise<{ body: unknown }>

/** A file of each format with one monitor in it. @returns its path, and how the monitor is called */
export function importedFiles() {
  const kept = (name: string, text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'sightline-import-')), name)
    writeFileSync(path, text)
    return path
  }
  // Nothing has to answer there; names would have to be known.
  const url = (port: number) => `http://127.0.0.1:${port}/`
  return {
    "Uptime Kuma's backup": async () => {
      const monitorList = [{ id: 1, name: 'FromBackup', type: 'http', url: url(21), interval: 60 }]
      return [kept('backup.json', JSON.stringify({ version: '1.23', monitorList })), 'FromBackup']
    },
    "Uptime Kuma's database": async () => [
      kumaDatabase(
        `insert into monitor (id, name, type, url, "interval") values (1, 'FromDatabase', 'http', '${url(22)}', 60)`,
      ),
      'FromDatabase',
    ],
    UptimeRobot: async () => {
      const monitors = [
        { id: 1, friendly_name: 'FromRobot', type: 1, url: url(23), interval: 300, status: 2 },
      ]
      const text = JSON.stringify({ stat: 'ok', pagination: {}, monitors })
      return [kept('robot.json', text), 'FromRobot']
    },
    'a CSV': async () => [kept('list.csv', `url,name\n${url(24)},FromCsv\n`), 'FromCsv'],
    'an export from here': async (call: Call) => {
      const { body } = await call('GET', '/api/v1/export')
      const text = JSON.stringify(body)
        .replaceAll('FromCsv', 'FromHere')
        .replaceAll(url(24), url(25))
      return [kept('export.json', text), 'FromHere']
    },
  } as const satisfies Record<string, (call: Call) => Promise<readonly [string, string]>>
}
