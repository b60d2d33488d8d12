import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Names of this project's own variables, as code or prose spells them. */
function variablesIn(text: string): string[] {
  return text.match(/\bSIGHTLINE_[A-Z_]+[A-Z]\b/g) ?? []
}

describe('the README', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

  it('lists every variable that the programs read, and no other', () => {
    const files = ['shared/src', 'controller/src', 'agent/src', 'deploy'].flatMap(sourceFiles)
    const used = new Set(files.flatMap((file) => variablesIn(readFileSync(file, 'utf8'))))
    expect([...new Set(variablesIn(readme))].toSorted()).toEqual([...used].toSorted())
  })

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = [...readme.matchAll(/npm run ([a-z]+)/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(0)
    for (const name of named) expect(scripts).toHaveProperty(name)
  })
})
