import { expect, test } from 'vitest'
import { createLastingAnswers } from '../../../../controller/src/live/lasting-answers.ts'

test('answers end once, those of sessions with theirs, those of keys with all', () => {
  const answers = createLastingAnswers()
  const ended: string[] = []
  const add = (name: string, sessionId: number | null) =>
    answers.add(sessionId, () => ended.push(name))
  add('first', 1)
  add('second', 2)
  add('by a key', null)
  const forget = add('gone', 1)
  forget()
  answers.endOf([1, 3])
  expect(ended).toEqual(['first'])
  answers.endAll()
  answers.endAll()
  expect(ended).toEqual(['first', 'second', 'by a key'])
})
