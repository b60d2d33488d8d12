import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { foldCase } from './fold.ts'

/** Words of the English list that pages are about: it was made from texts of the web, too. */
const MEANINGFUL_ENGLISH =
  'bill billion buy caption cause computer copy example face fact fire free general group help home homepage html important information interest invention area member microsoft mill million net netscape new number order org page part point problem research room section side site state states system test text trillion web webpage website work working world year young'.split(
    ' ',
  )
/** Languages whose list has the name of another. */
const LISTED_AS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl' }

const NONE: ReadonlySet<string> = new Set()

let lists: Promise<Readonly<Record<string, readonly string[]>>> | undefined
const loaded = new Map<string, ReadonlySet<string>>()

/** Words that carry no meaning of their own in a language, in lower case; none for languages without a
 *  list. Read from disk when the first one is asked for. */
export async function loadStopWords(language: string | null): Promise<ReadonlySet<string>> {
  if (language === null) return NONE
  const name = LISTED_AS[language] ?? language
  const known = loaded.get(name)
  if (known !== undefined) return known
  lists ??= readLists()
  const all = await lists
  if (!Object.hasOwn(all, name)) return NONE
  const words = new Set(all[name]?.map(foldCase))
  if (name === 'en') for (const word of MEANINGFUL_ENGLISH) words.delete(word)
  loaded.set(name, words)
  return words
}

async function readLists(): Promise<Readonly<Record<string, readonly string[]>>> {
  const file = fileURLToPath(import.meta.resolve('stopwords-iso'))
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, readonly string[]>
}
