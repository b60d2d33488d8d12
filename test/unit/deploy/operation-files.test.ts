import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

/** What only deploy/compose asks for (its .env.example). */
const OF_COMPOSE = new Set(['SIGHTLINE_DOMAIN', 'SIGHTLINE_VERSION', 'SIGHTLINE_AGENTS_HOSTS'])

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly type: string
    readonly title: string
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number }
    readonly datasource?: { readonly uid: string }
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}

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

describe('the dashboard for Grafana', () => {
  const dashboard = JSON.parse(read('deploy', 'grafana', 'sightline.json')) as Dashboard

  it('names metrics that there are', () => {
    const sources = sourcesOf('controller/src/metrics') + sourcesOf('agent/src/metrics')
    const named = new Set(read('deploy', 'grafana', 'sightline.json').match(/\bsightline_[a-z_]+/g))
    expect(named.size).toBeGreaterThan(30)
    for (const name of named) {
      expect(sources).toContain(`'${name.replace(/_(?:bucket|count|sum)$/, '')}'`)
    }
  })

  it('has all that controllers tell of but what is said elsewhere', () => {
    const told = sourcesOf('controller/src/metrics').matchAll(/name: '(sightline_[a-z_]+)'/g)
    const shown = read('deploy', 'grafana', 'sightline.json')
    for (const [, name = ''] of told) expect(shown).toContain(name)
  })

  it('has its panels side by side, each with a source that whoever looks can choose', () => {
    const places = new Set<string>()
    for (const { id, type, title, gridPos, datasource, targets } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) places.add(`${x} ${gridPos.y}`)
      if (type === 'row') continue
      expect(datasource?.uid, `${id}`).toBe('${datasource}')
      expect(
        targets?.every(({ expr }) => expr !== ''),
        title,
      ).toBe(true)
    }
    const widths = dashboard.panels.map(({ gridPos }) => gridPos.w)
    expect(places.size).toBe(widths.reduce((sum, width) => sum + width, 0))
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})

describe('what an operator reads', () => {
  it('names settings that there are', () => {
    const settings = read('docs/settings.md')
    const files = readdirSync(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
    for (const entry of files) {
      if (!entry.isFile() || entry.parentPath.endsWith('secrets')) continue
      const file = join(entry.parentPath, entry.name).slice(ROOT.length)
      for (const name of read(file).match(/\bSIGHTLINE_[A-Z_]+[A-Z]\b/g) ?? []) {
        if (OF_COMPOSE.has(name)) continue
        expect(settings, file).toContain(`\`${name.replace(/_FILE$/, '')}\``)
      }
    }
  })

  it('names tests that hold what it says of security', () => {
    const named = read('SECURITY.md').match(/test\/[\w/-]+\.test\.ts/g) ?? []
    expect(named.length).toBeGreaterThan(8)
    for (const file of named) expect(existsSync(join(ROOT, file)), file).toBe(true)
  })
})
