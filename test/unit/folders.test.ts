import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AGENT_FOLDERS } from '../../oxlint.config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Folders of a part of the map in ARCHITECTURE.md, in its order. */
function foldersOnMap(part: string): string[] {
  const map = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8')
  const [, lines = ''] = new RegExp(`^${part}/ .*\\n((?: .*\\n)+)`, 'm').exec(map) ?? []
  return [...lines.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, folder = '']) => folder)
}

describe('the folders of the agent', () => {
  it('all have their place in the order that the linter holds', () => {
    const folders = readdirSync(`${ROOT}agent/src`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect([...AGENT_FOLDERS].sort()).toEqual(folders.sort())
  })

  it('stand on the map in that order', () => {
    expect(foldersOnMap('agent/src')).toEqual(AGENT_FOLDERS)
  })
})
