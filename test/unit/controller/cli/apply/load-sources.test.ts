import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSources } from '../../../../../controller/src/cli/apply/load-sources.ts'
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts'

const problemsOf = async (text: string): Promise<unknown> => {
  const path = join(temporaryFolder(), 'a.yaml')
  writeFileSync(path, text)
  return loadSources([path], {}).then(
    ({ document }) => document,
    (error: Error) => error.message.replaceAll(path, 'a.yaml'),
  )
}

const monitor = (more: string): string =>
  `monitors:\n  - name: A\n    url: tcp://192.0.66.1:9\n    ${more}\n`

describe('files of which the database cannot hold something', () => {
  it.each([
    ['a key', 'key: "a\\0b"', /^a\.yaml:4: The field "key" holds a NUL character/],
    [
      'half a sign as key',
      'key: "\\ud800"',
      /^a\.yaml:4: The field "key" holds half of a surrogate/,
    ],
    [
      'what is referred to',
      'dependsOn: [B, "a\\0b"]',
      /^a\.yaml:4: The field "dependsOn\[1\]" holds a NUL character/,
    ],
    ['the name of a field', '"a\\0": 1', /^a\.yaml:2: A name in "the body" holds a NUL character/],
  ])('are refused with the line it is in: %s', async (_what, more, said) => {
    expect(await problemsOf(monitor(more))).toMatch(said)
  })
})

it.each(['__proto__', 'constructor'])('the list %s is none', async (name) => {
  expect(await problemsOf(`${name}:\n  - { name: A, url: "tcp://192.0.66.1:9" }\n`)).toMatch(
    new RegExp(`^a\\.yaml:\\d: Unknown field "${name}": allowed are set`),
  )
})
