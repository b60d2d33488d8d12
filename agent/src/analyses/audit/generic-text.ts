/** Texts that say nothing of where a link leads, a line a language. */
const GENERIC_TEXTS = `
  click here, click, click this, here, right here, go here, this, this page, link, this link, go, start
  more, read more, learn more, see more, find out more, more info, more information, info, details
  continue, continue reading
  hier, hier klicken, klicken sie hier, mehr, mehr erfahren, mehr lesen, mehr infos, weiterlesen
  ici, cliquez ici, en savoir plus, lire la suite, plus, plus d'infos, voir plus
  aquí, haz clic aquí, haga clic aquí, clic aquí, leer más, más información, ver más
  qui, clicca qui, leggi di più, leggi tutto, scopri di più, continua
  aqui, clique aqui, saiba mais, leia mais, ver mais
  hier klikken, klik hier, lees meer, lees verder, meer, meer informatie
  tutaj, kliknij tutaj, więcej, czytaj więcej
  här, klicka här, läs mer
  здесь, тут, подробнее, читать далее, далее
  こちら, もっと見る, 詳しくはこちら
  点击这里, 更多, 阅读更多, 了解更多
  여기, 더 보기, 자세히 보기
`
const LONGEST = 40

const genericTexts = new Set(GENERIC_TEXTS.split(/[,\n]/).map((text) => text.trim()))
genericTexts.delete('')

/** What may stand round the words: arrows, quotes, dots. */
const ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Whether a link's text would do for any link. Case, and marks and arrows round it, do not matter. */
export function isGenericText(text: string): boolean {
  if (text.length > LONGEST) return false
  return genericTexts.has(text.toLowerCase().replaceAll('’', "'").replace(ENDS, ''))
}
