import { expect, it } from 'vitest'
import { canDo, wordsOf, workWord } from '../../../../controller/src/sessions/work-word.ts'

const able = { capabilities: new Set(['web', 'ping']), settingsVersion: 2 }

it('work is for agents that can do it and know its settings', () => {
  const words = [workWord('web', 1), workWord('web', 2), workWord('web', 3), workWord('dns', 1)]
  expect(words).toEqual(['web', 'web@2', 'web@3', 'dns'])
  expect(words.map((word) => canDo(able, word))).toEqual([true, true, false, false])
})

it('a controller hands out none of which it does not know the settings itself', () => {
  expect(wordsOf({ ...able, settingsVersion: 900 }, 'web', 3)).toHaveLength(3)
  expect(wordsOf({ ...able, settingsVersion: 1 }, 'web', 3)).toEqual(['web'])
})
