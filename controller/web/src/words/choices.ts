/** Words of the API that people do not read as they are; the rest are shown so. */
const WORDS: Readonly<Record<string, string>> = {
  none: 'None',
  any: 'Any',
  ipv4: 'IPv4 alone',
  ipv6: 'IPv6 alone',
  auto: 'As the server offers',
  contains: 'contains',
  absent: 'must not be there',
  regex: 'matches an expression',
  equals: 'equal',
  notEquals: 'differ from',
  matches: 'match (expression)',
  gt: 'be greater than',
  lt: 'be less than',
  exists: 'be there',
  exactSet: 'is exactly these',
  count: 'has so many records',
  load: 'the page to be loaded',
  networkIdle: 'the network to be quiet',
  selector: 'an element',
  ignore: 'Not looked at',
  require: 'Must be valid',
  down: 'Down',
  unknown: 'Unknown',
  starttls: 'STARTTLS',
  tls: 'TLS',
  udp: 'UDP',
  tcp: 'TCP',
  https: 'HTTPS',
  basic: 'User and password (Basic)',
  digest: 'User and password (Digest)',
  bearer: 'Token (Bearer)',
  json: 'JSON',
  form: 'Form',
  xml: 'XML',
  text: 'Text',
  dns: 'DNS',
  ntp: 'NTP',
  snmp: 'SNMP',
  stun: 'STUN',
  md5: 'MD5',
  sha: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  des: 'DES',
  aes: 'AES-128',
  aes256b: 'AES-256 (Blumenthal)',
  aes256r: 'AES-256 (Reeder)',
}

const KEYWORD_MODES: Readonly<Record<string, string>> = { contains: 'must be there' }

export function choiceWords(path: string, word: string): string {
  // After "must".
  if (path === 'operator' && word === 'contains') return 'contain'
  if (path === 'keyword.mode') return KEYWORD_MODES[word] ?? WORDS[word] ?? word
  return WORDS[word] ?? word
}

const isVersion = (word: string): boolean => /^\d/.test(word)

/** Words in the order that people expect: those that are whole numbers alone come first out of an object. Pure. */
export const inOrder = (words: readonly string[]): readonly string[] =>
  words.some(isVersion)
    ? words.toSorted(
        (a, b) =>
          Number(isVersion(a)) - Number(isVersion(b)) ||
          a.localeCompare(b, 'en', { numeric: true }),
      )
    : words
