import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AGENT_FOLDERS, CONTROLLER_FOLDERS } from '../../oxlint.config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Folders of a part of the map in ARCHITECTURE.md, in its order. */
function foldersOnMap(part: string): string[] {
  const map = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8')
  const [, lines = ''] = new RegExp(`^${part}/ .*\\n((?: .*\\n)+)`, 'm').exec(map) ?? []
  return [...lines.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, folder = '']) => folder)
}

/** Imports, of types too, from a folder of a program into one that lies higher. */
function importsUpward(program: string, order: readonly string[]): string[] {
  const source = `${ROOT}${program}/src`
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => {
    const place = order.indexOf(dirname(file).split('/')[0] ?? '')
    if (!file.endsWith('.ts') || place === -1) return []
    const imports = readFileSync(`${source}/${file}`, 'utf8').matchAll(/ from '(\.{1,2}\/[^']+)'/g)
    return [...imports]
      .map(([, target = '']) => join(dirname(file), target))
      .filter((target) => order.indexOf(target.split('/')[0] ?? '') > place)
      .map((target) => `${file} -> ${target}`)
  })
}

describe.each([
  ['agent', AGENT_FOLDERS],
  ['controller', CONTROLLER_FOLDERS],
] as const)('the folders of the %s', (program, order) => {
  it('all have their place in the order that the linter holds', () => {
    const folders = readdirSync(`${ROOT}${program}/src`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect([...order].sort()).toEqual(folders.sort())
  })

  it('stand on the map in that order', () => {
    expect(foldersOnMap(`${program}/src`)).toEqual(order)
  })

  it('import only what lies below them', () => {
    expect(importsUpward(program, order)).toEqual([])
  })
})
