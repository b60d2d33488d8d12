import type { MonitorType } from '@sightline/shared/check-words'

type Descriptions = Readonly<Record<string, string>>

const IP_FAMILY = 'Address family to use; any prefers IPv4.'
const MAX_RESPONSE_MS =
  'Degraded above this response time in ms, which must be below timeoutMs; null: not watched.'
const VERIFY = 'Whether an invalid certificate is a failure.'
const MIN_DAYS_LEFT = 'Degraded when the certificate has fewer days left; null: not watched.'
const SNI =
  'Server name to ask for, in ASCII; null: the host of the url; an empty text: none is sent.'
const EXPRESSION = 'Regular expressions are those of RE2: no look-around, no back-references.'
const OPERATOR =
  'How the value is compared: gt and lt need a number, matches a regular expression; exists needs none, and false asks that it is not there.'

const web: Descriptions = {
  method: 'HTTP method.',
  headers:
    'Request headers. They merge per name; null takes one out. Values of those whose name holds auth, cookie, key, token, secret or password are secrets.',
  body: 'Request body; null: none. Not for HEAD.',
  bodyType:
    'Content-Type of the body, unless the headers name one; none: sent without a Content-Type. Without a body it has no effect. The body of json must be valid JSON.',
  auth: 'How the check signs in; only ever at the origin of the url.',
  'auth.kind':
    'Kind of sign-in: basic and digest need username and password, bearer a token; none: they are kept, but not used.',
  'auth.username': 'User name for basic and digest.',
  'auth.password': 'Password for basic and digest; write-only.',
  'auth.token': 'Token for bearer; write-only.',
  expectedStatus: 'Statuses that are up: single ones or ranges such as "200-299".',
  keyword:
    'Text the body, or with render the rendered document, must or must not hold; null: none. Not for HEAD.',
  'keyword.value': `The text or regular expression. ${EXPRESSION}`,
  'keyword.mode':
    'contains: the text must be there; absent: it must not; regex: the expression must match.',
  'keyword.caseSensitive': 'Whether case counts.',
  jsonChecks: 'What a JSON body must hold; every one must be true. Not for HEAD.',
  'jsonChecks.path': 'Where in the JSON to look, such as "$.items[0].name"; [*] is any of them.',
  'jsonChecks.operator': OPERATOR,
  'jsonChecks.value': 'What it is compared with: any JSON.',
  headerChecks: 'What response headers must hold; every one must be true.',
  'headerChecks.name': 'Name of the header, in any case.',
  'headerChecks.operator': OPERATOR,
  'headerChecks.value': 'What it is compared with.',
  redirects: 'What happens with redirects.',
  'redirects.follow': 'Whether they are followed.',
  'redirects.max': 'Most redirects that are followed; more are a failure.',
  tls: 'What the TLS connection must be.',
  'tls.verify': VERIFY,
  'tls.minDaysLeft': MIN_DAYS_LEFT,
  'tls.minVersion': 'Oldest TLS version accepted.',
  'tls.sni': SNI,
  ipFamily: IP_FAMILY,
  httpVersion: 'HTTP version; auto leaves the choice to agent and server.',
  maxBodyBytes: 'Bytes of the body that are read; a longer one is cut, which is no failure.',
  maxResponseMs: MAX_RESPONSE_MS,
  userAgent: 'User-Agent to send; null: the own one of the agent.',
  cacheBust: 'Whether a changing parameter is added to the url, so that no cache answers.',
  render:
    'Whether the page is also opened in a browser, and what it must be like there. The plain request comes first: status, redirects, headers, jsonChecks, certificate, timings and responseMs are its. When it is good the browser opens the url in what is left of timeoutMs; the cause of what fails there is renderError.',
  'render.enabled':
    "Whether the page is rendered. Needs a timeoutMs of 2000 or more, the method GET without a body, no statuses from 300 to 399 in expectedStatus, no tls.sni and no header Host; checks run only where an agent has the capability browser. The keyword is then looked for in the document as its scripts left it, without the scripts themselves. The browser gets the monitor's headers, sign-in, userAgent, cacheBust, tls.verify and ipFamily; it follows redirects, and chooses the versions of TLS and HTTP, by itself.",
  'render.waitFor':
    'What counts as rendered: load is the load event of the page; networkIdle also that no request was open for 500 ms; selector that an element matches.',
  'render.selector': 'CSS selector of the element to wait for; only with waitFor selector.',
  'render.failOnConsoleError':
    'Whether an error in the console of the page, or an exception that none of its scripts caught, is a failure. A script or image that cannot be loaded is an error in the console too; what only the agent kept from the page (a private address) is none.',
}

const PORT = 'Port, when the url names none; both must be the same. null: that of the url'

const tcp: Descriptions = {
  port: `${PORT}. One of them is needed.`,
  tls: 'Whether TLS is spoken, and what it must be.',
  'tls.enabled': 'Whether TLS is spoken from the first byte.',
  'tls.verify': VERIFY,
  'tls.minDaysLeft': MIN_DAYS_LEFT,
  'tls.sni': SNI,
  steps:
    'What is sent and what must come back, in order. Each step sends at most one thing, then waits for at most one. Without steps a connection is enough.',
  'steps.send': 'Text to send, as it is: line ends are written \\r\\n in JSON.',
  'steps.sendHex': 'Bytes to send, as pairs of hexadecimal digits.',
  'steps.expect': 'Text that the answer must contain.',
  'steps.expectRegex': `Regular expression that must match the answer, but no empty text. ${EXPRESSION}`,
  'steps.expectHex': 'Bytes that the answer must contain, as pairs of hexadecimal digits.',
  ipFamily: IP_FAMILY,
  maxResponseMs: MAX_RESPONSE_MS,
}

const udp: Descriptions = {
  port: `${PORT}, or of the preset (dns 53, ntp 123, snmp 161, stun 3478).`,
  payload: 'Text to send. Without payload, payloadHex and preset an empty datagram is sent.',
  payloadHex: 'Bytes to send, as pairs of hexadecimal digits; in place of payload.',
  preset: 'A request of a known protocol, whose answer is checked; in place of a payload.',
  snmp: 'What the preset snmp asks for, and as whom.',
  'snmp.version': 'Version of SNMP: 1 and 2c go by community, 3 by user.',
  'snmp.community': 'Community for versions 1 and 2c; write-only.',
  'snmp.oid': 'Object to read.',
  'snmp.user': 'User for version 3.',
  'snmp.authProtocol': 'How messages are signed.',
  'snmp.authPassword': 'Password for signing, 8 characters or more; write-only.',
  'snmp.privProtocol': 'How messages are encrypted; needs an authProtocol.',
  'snmp.privPassword': 'Password for encryption, 8 characters or more; write-only.',
  expectRegex: `Regular expression that must match a reply. ${EXPRESSION}`,
  expectHex: 'Bytes that a reply must contain, as pairs of hexadecimal digits.',
  anyReply: 'Whether a reply of any content is expected.',
  attempts: 'How many datagrams are sent, spread over the time limit, until a reply comes.',
  silenceIs:
    'What it means when nothing comes back; null: down when a reply is expected, else unknown. A port that answers "unreachable" is always down.',
  ipFamily: IP_FAMILY,
  maxResponseMs: MAX_RESPONSE_MS,
}

const ping: Descriptions = {
  packets: 'Packets of one check.',
  packetIntervalMs: 'Time from one packet to the next in ms; all must be sent within timeoutMs.',
  packetSize: 'Bytes of data in a packet, without headers.',
  maxLossPercent: 'Down when more packets are lost.',
  degradedLossPercent: 'Degraded when more packets are lost; null: not watched.',
  maxAvgMs:
    'Degraded above this average round trip in ms, which must be below timeoutMs; null: not watched.',
  ipFamily: IP_FAMILY,
}

const dns: Descriptions = {
  recordType: 'Record type to ask for. The name of an address has PTR only.',
  resolver:
    'Whom to ask: system (the name servers of the agent), authoritative (those of the zone), or a name server as host[:port].',
  protocol: 'How to ask; authoritative servers take udp and tcp only.',
  expected: 'What the answer must be.',
  'expected.match':
    'any: at least one record; exactSet: these values and no others; contains: all of these values; regex: every expression matches a value; count: at least minCount records.',
  'expected.values':
    'Values as they are written in a zone file, such as "10 mail.example.com"; compared without case and trailing dot.',
  'expected.minCount':
    'Fewest records; count needs it, the others take it beside their values. null: one.',
  expectedRcode: 'Response code that is up: NXDOMAIN for a name that must not exist.',
  dnssec: 'Whether the answer must be signed and the signature valid.',
  maxResponseMs: MAX_RESPONSE_MS,
}

const mail: Descriptions = {
  protocol: 'Protocol; null: that of the scheme of the url. For a bare host it chooses the scheme.',
  port: `${PORT}, or of the protocol and its security.`,
  security:
    'none: as it comes; starttls: TLS after STARTTLS; tls: TLS from the first byte. null: by port (tls on 465, 993 and 995, starttls on 587, else none).',
  ehloName: 'Name the agent greets an SMTP server with; null: its own.',
  expectBannerRegex: `Regular expression that the greeting must match. ${EXPRESSION}`,
  expectCapabilities: 'Capabilities the server must name, such as "AUTH PLAIN", in any case.',
  auth: 'Sign-in to try; null: none. Needs TLS, or security none chosen in so many words.',
  'auth.username': 'User name.',
  'auth.password': 'Password; write-only.',
  mailFromTest:
    'SMTP addresses to name as sender and recipient; null: none. It stops before DATA, so no mail is sent.',
  'mailFromTest.from': 'Sender.',
  'mailFromTest.to': 'Recipient.',
  resolveMx: 'Whether the host of the url is a domain whose SMTP servers (MX) are checked.',
  tls: 'What the TLS connection must be.',
  'tls.verify': VERIFY,
  'tls.minDaysLeft': MIN_DAYS_LEFT,
  maxResponseMs: MAX_RESPONSE_MS,
}

/** What each setting means, for the API's description; by type and path. */
export const SETTING_DESCRIPTIONS: Readonly<Record<MonitorType, Descriptions>> = {
  web,
  tcp,
  udp,
  ping,
  dns,
  mail,
}
