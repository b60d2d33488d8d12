import { expect, test } from 'vitest'
import { isQuestion } from '../../../../../agent/src/analyses/ai-readiness/question-words.ts'

test.each([
  ['What is a spade?', null],
  ['Spades?', 'xx'],
  ['Really? (yes, really?)', 'en'],
  ['“Which one?”', 'en'],
  ['什么是铲子？', 'zh'],
  ['ما هو المجرفة؟', 'ar'],
  ['Ի՞նչ է դա՞', 'hy'],
  ['Τι είναι αυτό;', 'el'],
  ['Τι είναι αυτό\u037e', 'el'],
  ['How to sharpen a spade', 'en'],
  ['3. Why spades matter', 'en'],
  ['What’s in the box', null],
  ['Can I return a spade', 'en'],
  ['Welche Schaufel passt', 'de'],
  ['Wofür braucht man das', 'de'],
  ['Comment choisir une pelle', 'fr'],
  ['Qu’est-ce qu’une pelle ronde', 'fr'],
  ['Cómo elegir una pala', 'es'],
  ['Come scegliere una pala', 'it'],
  ['Hoe kies je een schep', 'nl'],
  ['Como escolher uma pá', 'pt'],
])('%j (%s) is a question', (heading, language) => {
  expect(isQuestion(heading, language)).toBe(true)
})

test.each([
  ['Spades and shovels', 'en'],
  ["What's new", 'en'],
  ['Why us', 'en'],
  ['Whatever you like best', 'en'],
  ['Can openers and more', 'en'],
  ['Como empresa familiar', 'es'],
  ['Come with us today', 'en'],
  ['Wasser für alle Gärten', 'de'],
  ['Tools; and more of them;', 'en'],
  ['', null],
  [`What ${'is this '.repeat(100)}?`, 'en'],
])('%#: %.40j (%s) is none', (heading, language) => {
  expect(isQuestion(heading, language)).toBe(false)
})
