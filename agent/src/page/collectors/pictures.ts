import type { PageFacts } from '../facts.ts'
import type { Collector } from './collector.ts'

export function collectPictures(): Collector<PageFacts['pictures']> {
  /** Whether each picture that is open has an img. */
  const open: boolean[] = []
  let total = 0
  let withoutImg = 0
  return {
    elements: ['picture', 'img'],
    enter(element) {
      if (element.tagName === 'picture') {
        total += 1
        open.push(false)
      } else if (element.tagName === 'img' && open.length > 0) {
        open[open.length - 1] = true
      }
    },
    leave(element) {
      if (element.tagName === 'picture' && open.pop() === false) withoutImg += 1
    },
    finish: () => ({ total, withoutImg }),
  }
}
