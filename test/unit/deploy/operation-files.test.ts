import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

/** All sources below a folder, as one text. */
function sourcesOf(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => read(join(entry.parentPath, entry.name).slice(ROOT.length)))
    .join('\n')
}

describe('rules for Prometheus', () => {
  const rules = read('deploy', 'prometheus', 'rules.yaml')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

  it('name metrics that there are', () => {
    const sources = sourcesOf('controller/src/metrics')
    const named = new Set(rules.match(/\bsightline_[a-z_]+/g))
    expect(named.size).toBeGreaterThan(10)
    for (const name of named) {
      expect(sources).toContain(`name: '${name.replace(/_(?:bucket|count|sum)$/, '')}'`)
    }
  })

  it('lead to a chapter of the runbook each, and there is no other', () => {
    const runbook = read('deploy', 'RUNBOOK.md')
    const chapters = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(chapters).toEqual(alerts)
    for (const name of alerts) {
      expect(rules).toContain(`runbook_url: deploy/RUNBOOK.md#${name.toLowerCase()}\n`)
    }
  })
})

describe('what an operator reads', () => {
  it('names settings that there are', () => {
    const readme = read('README.md')
    const files = [
      'RUNBOOK.md',
      ...readdirSync(join(ROOT, 'deploy', 'systemd')).map((name) => `systemd/${name}`),
    ]
    for (const file of files) {
      for (const name of read('deploy', file).match(/\bSIGHTLINE_[A-Z_]+[A-Z]\b/g) ?? []) {
        expect(readme, file).toContain(`\`${name}\``)
      }
    }
  })

  it('names tests that hold what it says of security', () => {
    const named = read('SECURITY.md').match(/test\/[\w/-]+\.test\.ts/g) ?? []
    expect(named.length).toBeGreaterThan(8)
    for (const file of named) expect(existsSync(join(ROOT, file)), file).toBe(true)
  })
})
