/** Texts that say nothing of where a link leads, in the languages most pages are written in. */
const GENERIC_TEXTS = new Set([
  ...[
    'click here',
    'click',
    'here',
    'this',
    'this page',
    'link',
    'this link',
    'go',
    'start',
    'more',
  ],
  ...['read more', 'learn more', 'see more', 'find out more', 'more info', 'more information'],
  ...['info', 'details', 'continue', 'continue reading', 'right here', 'go here', 'click this'],
  ...[
    'hier',
    'hier klicken',
    'klicken sie hier',
    'klick hier',
    'mehr',
    'mehr erfahren',
    'mehr lesen',
  ],
  ...['weiterlesen', 'mehr infos', 'weitere informationen'],
  ...['ici', 'cliquez ici', 'en savoir plus', 'lire la suite', 'plus', "plus d'infos", 'voir plus'],
  ...[
    'aquí',
    'haz clic aquí',
    'haga clic aquí',
    'clic aquí',
    'leer más',
    'más información',
    'ver más',
  ],
  ...['qui', 'clicca qui', 'leggi di più', 'leggi tutto', 'scopri di più', 'continua'],
  ...['clique aqui', 'aqui', 'saiba mais', 'leia mais', 'ver mais'],
  ...['hier klikken', 'klik hier', 'lees meer', 'meer', 'lees verder', 'meer informatie'],
  ...['kliknij tutaj', 'tutaj', 'więcej', 'czytaj więcej', 'här', 'klicka här', 'läs mer'],
  ...[
    'здесь',
    'тут',
    'подробнее',
    'читать далее',
    'далее',
    'こちら',
    'もっと見る',
    '詳しくはこちら',
  ],
  ...['点击这里', '更多', '阅读更多', '了解更多', '여기', '더 보기', '자세히 보기'],
])
const LONGEST = 40

/** Whether a link's text would do for any link. Case, and marks and arrows round it, do not matter. */
export function isGenericText(text: string): boolean {
  if (text.length > LONGEST) return false
  return GENERIC_TEXTS.has(text.toLowerCase().replaceAll('’', "'").replace(ENDS, ''))
}

const ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
