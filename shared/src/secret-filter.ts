/** Takes secrets out of a text that is written down. */
export type SecretFilter = (text: string) => string

const CENSOR = '***'

/** What a field, header or variable that holds a secret is called at its end. */
const NAMES =
  'password|passwd|passphrase|secret|token|api[-_]?key|private[-_]?key|access[-_]?key|authorization|cookie|credentials?'

const NAMED = `[\\w.-]*(?:${NAMES})`

/** What stands for a secret whatever it is named, and what is left of it. A text may be a stranger's, and long: each form
 *  begins where a run of its characters begins, and takes what is not closed to the end, so that no part of a text is read
 *  once for each of its characters. */
const FORMS: readonly (readonly [form: RegExp, left: string])[] = [
  // Members of JSON, and of JSON within a text, where quotes are escaped.
  [
    new RegExp(
      `("${NAMED}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|\\[[^\\]]*(?:\\]|$))`,
      'gi',
    ),
    `$1"${CENSOR}"`,
  ],
  [new RegExp(`((?<!\\\\)\\\\+"${NAMED}\\\\+"\\s*:\\s*\\\\+")[^"\\\\]*`, 'gi'), `$1${CENSOR}`],
  // password=..., token: ..., ?key=...
  [
    new RegExp(`((?<![\\w.-])${NAMED}\\s?[=:]\\s?)(?!\\*\\*\\*)[^\\s"'&;,\\\\)]+`, 'gi'),
    `$1${CENSOR}`,
  ],
  [/([?&](?:key|sig|signature|code)=)[^\s"'&#\\]+/gi, `$1${CENSOR}`],
  // Our own: keys of the API, tokens of agents, secrets of webhooks.
  [/\b(sl_live_|sla_|whsec_)[\w-]{8,}/g, `$1${CENSOR}`],
  [/((?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/[^\s/?#"\\:]*):[^\s/?#"\\]*@/gi, `$1:${CENSOR}@`],
  [/\b(Bearer|Basic|Digest|ApiKey)\s+[\w+/=.~-]{6,}/gi, `$1 ${CENSOR}`],
  // Addresses that are a secret as a whole.
  [/(hooks\.slack\.com\/|discord(?:app)?\.com\/api\/webhooks\/)[^\s"\\]+/gi, `$1${CENSOR}`],
  [/(api\.telegram\.org\/bot)[^\s"\\/]+/gi, `$1${CENSOR}`],
  [/((?:webhook\.office|logic\.azure)\.com(?::\d+)?\/)[^\s"\\]+/gi, `$1${CENSOR}`],
  // A row that the database refused: nobody knows what is in it.
  [/(Failing row contains \()(?:[^"\\]|\\.)*/g, `$1${CENSOR})`],
]

/** Shorter ones would be found in everything. */
const MIN_KNOWN_LENGTH = 8

/** @param known secrets that are to be found wherever they stand, such as those of the settings; an address with a
 *    password is known by its password */
export function createSecretFilter(known: readonly string[] = []): SecretFilter {
  const values = [...new Set(known.flatMap(secretsIn))]
    .filter((value) => value.length >= MIN_KNOWN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
  return (text) => {
    let left = text
    for (const value of values) left = left.replaceAll(value, CENSOR)
    for (const [form, rest] of FORMS) left = left.replace(form, rest)
    return left
  }
}

/** As it is, and as JSON and addresses write it. */
function secretsIn(value: string): string[] {
  const secrets = [...passwordIn(value), value]
  return secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ])
}

function passwordIn(value: string): string[] {
  const url = URL.parse(value)
  if (url === null || url.password === '') return []
  try {
    return [url.password, decodeURIComponent(url.password)]
  } catch {
    return [url.password]
  }
}
