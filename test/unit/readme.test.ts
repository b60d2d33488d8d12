import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

const documentsOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

/** Names of this project's own variables, as code or prose spells them. */
const variablesIn = (text: string): string[] => text.match(/\bSIGHTLINE_[A-Z_]+[A-Z]\b/g) ?? []

/** What a heading is called in an address: as GitHub and GitLab make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')

const anchorsOf = (text: string): string[] =>
  [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  )

/** Links and pictures that lead into this project. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

const GUIDES = ['README.md', ...documentsOf('docs')]
const DOCUMENTS = ['.', 'docs', 'deploy', 'deploy/compose', 'test/bench'].flatMap(documentsOf)

describe('the README and the guides', () => {
  const guides = GUIDES.map(read).join('\n')

  it('name every variable that the programs read, and no other', () => {
    const files = ['shared/src', 'controller/src', 'agent/src', 'deploy'].flatMap(sourceFiles)
    const used = new Set(files.flatMap((file) => variablesIn(readFileSync(file, 'utf8'))))
    const told = (text: string): string[] => [...new Set(variablesIn(text))].toSorted()
    expect(told(read('docs/settings.md'))).toEqual([...used].toSorted())
    expect([...used]).toEqual(expect.arrayContaining(told(guides)))
  })

  it('name scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...guides.matchAll(/npm run ([a-z]+)/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(0)
    for (const name of named) expect(scripts).toHaveProperty(name)
  })

  it('are all found from the README', () => {
    const linked = linksIn(read('README.md')).map((target) => target.replace(/#.*/, ''))
    expect(linked).toEqual(expect.arrayContaining(documentsOf('docs')))
  })
})

it.each(DOCUMENTS)('%s leads to places that there are', (document) => {
  for (const target of linksIn(read(document))) {
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? document : join(dirname(document), decodeURI(path))
    expect(existsSync(join(ROOT, file)), `${target} leads nowhere`).toBe(true)
    if (anchor !== undefined)
      expect(anchorsOf(read(file)), `${target} has no such heading`).toContain(anchor)
  }
})
