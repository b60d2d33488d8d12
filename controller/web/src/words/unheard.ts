import { countWords } from './durations.ts'

/** As many as the API counts. */
const MAX_COUNTED = 1_000

/** That the alerts of some monitors reach nobody, as a sentence.
 *  @param unheard how many, one at least
 *  @param total monitors that there are */
export function unheardWords(unheard: number, total: number): string {
  if (unheard >= total) {
    return 'Nobody is told when something breaks: this installation can send to none of the recipients of your monitors.'
  }
  if (unheard === 1) {
    return 'Nobody is told when one of your monitors breaks: this installation can send to none of its recipients.'
  }
  const more = unheard >= MAX_COUNTED ? ' or more' : ''
  return `Nobody is told when ${countWords(unheard, 'monitor')}${more} break: this installation can send to none of their recipients.`
}
