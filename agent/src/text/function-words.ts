import { foldCase } from './fold.ts'
import { wordsOf } from './words.ts'

/** Words that every text of a language is full of, whatever it is about. Single letters are left out:
 *  they stand in formulas and code as well. */
const FUNCTION_WORDS = {
  ca: 'el la els les que en un una és per amb del es no al més com aquest són dels',
  cs: 'že se na je to do jsou jako ale pro aby byl není nebo které při také podle ve po',
  da: 'og at det er en på af for med den til ikke har som de et kan ved der fra',
  de: 'der die und das ist nicht mit von den zu ein für auf im eine auch sich dem des wird',
  en: 'the of and to in is that for it with as was on are be this by not or from you',
  es: 'el la los las de que en un una es por con para del se no al lo más como su',
  et: 'on ei ja see et oli kui ka oma või ning mis selle ta aga siis kes',
  fi: 'ja on ei se että oli ovat mutta kun myös tai joka sen hän niin kuin voi ole',
  fr: 'le la les de et des un une est du dans que pour pas qui au sur avec ce par ne',
  hr: 'je na se da su za od koji kao ili ne što iz ali bi po biti to nije kako',
  hu: 'az és hogy nem is egy van volt meg ez csak de vagy már mint kell lehet ha el',
  id: 'yang dan di dengan untuk dari ini pada tidak adalah dalam akan itu ke atau oleh juga',
  it: 'il di che la per un una con non del della sono le gli nel da alla si in è dei',
  lt: 'ir kad tai yra su iš bet kaip už nuo ar dėl jo buvo per taip kurie',
  lv: 'un ir ka ar no par uz bet kas tas vai arī kā pēc lai nav tiek',
  nb: 'og at det er en på av for med den til ikke har som de et kan ved jeg fra',
  nl: 'de het een van en is dat niet op te zijn voor met die aan er ook als bij om',
  pl: 'na się nie do to że jest jak przez dla są po od oraz ale być lub ich tym za',
  pt: 'os as de que do da em um uma para com não no na por se mais dos como ao é',
  ro: 'și de la în cu pe nu este din că pentru un mai care sunt ce se sau au fi',
  sk: 'že sa na je to do sú ako ale pre aby bol nie alebo ktoré pri aj podľa vo po',
  sl: 'je na se da so za od ki kot ali ne iz pri tudi po bi še pa ni lahko',
  sv: 'och att det som en på är av för med den till inte har de ett om kan vi från',
  tr: 've bir bu için ile olarak çok daha gibi olan en ne sonra kadar ya var değil ama',
  vi: 'và của là có không trong một được cho các với những người này khi để đã',
} as const

const LANGUAGES_OF: ReadonlyMap<string, readonly string[]> = languagesByWord()

function languagesByWord(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
    for (const word of words.split(' ')) {
      languages.set(word, [...(languages.get(word) ?? []), language])
    }
  }
  return languages
}

/** How many different ones a text must have: one or two stand in texts of other languages too. */
const MIN_DIFFERENT = 4

/** The language in Latin script whose function words a text has most of; null where it has too few of
 *  any, or as many of two. Unlike a guess by letters it holds for texts full of names and code. */
export function languageByFunctionWords(text: string): string | null {
  const found = new Map<string, { count: number; readonly words: Set<string> }>()
  for (const written of wordsOf(text)) {
    const word = foldCase(written)
    for (const language of LANGUAGES_OF.get(word) ?? []) {
      const known = found.get(language) ?? { count: 0, words: new Set<string>() }
      known.count += 1
      known.words.add(word)
      found.set(language, known)
    }
  }
  const [best, next] = [...found].toSorted(([, one], [, other]) => other.count - one.count)
  if (best === undefined || best[1].words.size < MIN_DIFFERENT) return null
  return next !== undefined && next[1].count === best[1].count ? null : best[0]
}
