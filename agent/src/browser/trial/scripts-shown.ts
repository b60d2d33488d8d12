import type { Script } from '@sightline/shared/lacks'
import { SCRIPTS } from '@sightline/shared/lacks'
import type { CDPSession } from 'puppeteer'

/** A character of each script that no other one has. */
const SAMPLES: Readonly<Record<Script, string>> = {
  latin: 'Ł',
  cyrillic: 'Ж',
  greek: 'Ω',
  chinese: '漢',
  japanese: 'か',
  korean: '한',
  arabic: 'ع',
  hebrew: 'ש',
  emoji: '😀',
}

/** Run in a page: which of the texts come as nothing, or as what a character that does not exist does.
 *  U+0378 is not assigned. */
const FIND_UNSHOWN = `(texts) => {
  const context = Object.assign(document.createElement('canvas'), { width: 48, height: 48 })
    .getContext('2d', { willReadFrequently: true })
  context.font = '32px sans-serif'
  const drawn = (text) => {
    context.clearRect(0, 0, 48, 48)
    context.fillText(text, 4, 36)
    return context.getImageData(0, 0, 48, 48).data.join()
  }
  const nothing = [drawn(''), drawn('\\u0378')]
  return texts.map((text) => nothing.includes(drawn(text)))
}`

/** Which scripts a page's browser has no font for.
 *  @param session of a page that is there */
export async function findUnshownScripts(session: CDPSession): Promise<Script[]> {
  const texts = JSON.stringify(SCRIPTS.map((script) => SAMPLES[script]))
  const expression = `(${FIND_UNSHOWN})(${texts})`
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
  const isUnshown: unknown = result.value
  if (!Array.isArray(isUnshown)) throw new Error('the page did not say what it shows')
  return SCRIPTS.filter((_, at) => isUnshown[at] === true)
}
