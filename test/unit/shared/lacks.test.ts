import { expect, test } from 'vitest'
import { MAX_CAPABILITY_LENGTH, readLacks, wordsOfLacks } from '../../../shared/src/lacks.ts'

test('what an agent lacks travels among what it can do', () => {
  const lacks = { browser: 'It lacks a library.', scripts: ['korean', 'emoji'] } as const
  const words = ['web', 'tcp', ...wordsOfLacks(lacks)]
  expect(readLacks(words)).toEqual({ capabilities: ['web', 'tcp'], lacks })
  expect(wordsOfLacks({ browser: null, scripts: [] })).toEqual([])
  expect(readLacks(['web']).lacks).toEqual({ browser: null, scripts: [] })
})

test('an agent that lies does not write on terminals', () => {
  const { lacks } = readLacks(['no browser: a\u001B[2Jb\u2028c', 'no script: klingon'])
  expect(lacks).toEqual({ browser: 'a [2Jb c', scripts: [] })
  const [word = ''] = wordsOfLacks({ browser: 'x'.repeat(1_000), scripts: [] })
  expect(word).toHaveLength(MAX_CAPABILITY_LENGTH)
})
