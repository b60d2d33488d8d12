import type { Evidence, EvidencePiece } from '@sightline/shared/diagnosis'
import { counted } from '@sightline/shared/counted'
import { asClause, duration, listedBriefly } from './wording.ts'

/** A piece of evidence in words; `expected` is null where nothing certain could be expected. */
export interface EvidenceText {
  readonly title: string
  readonly observed: string
  readonly expected: string | null
}

type Write<P extends EvidencePiece> = (found: Evidence[P]) => EvidenceText

const seen = (error: string | null): string => error ?? 'It failed without a reason.'

const writeAddresses: Write<'addresses'> = (found) => ({
  title: 'The check at each address alone',
  observed: `${found
    .map(({ ip, status, error }) => `${ip}: ${error === null ? status : asClause(error)}`)
    .join('; ')}.`,
  expected: 'Every address passes.',
})

const writeTrace: Write<'trace'> = ({ resolvedIp, verdict, hops, reached }) => {
  const answering = hops.filter(({ ip }) => ip !== null).length
  return {
    title: `Trace to ${resolvedIp}`,
    observed: `${verdict.text} ${answering} of ${hops.length} hops answered.`,
    expected: reached && verdict.code === 'ok' ? null : 'The target answers at the end of the way.',
  }
}

function writeNames(title: string): (found: Evidence['resolver']) => EvidenceText {
  return ({ name, recordType, rcode, answers, error, nameServers }) => {
    const what = `${name} ${recordType}`
    const wrong = nameServers.filter(({ problem }) => problem !== null)
    const servers = wrong.map((server) => `${server.name}: ${server.problem ?? ''}`)
    const answer =
      error ??
      (answers.length > 0
        ? `${rcode ?? ''} ${listedBriefly(answers)}.`
        : `${rcode ?? 'No answer'}.`)
    return {
      title: `${title} for ${what}`,
      observed: servers.length === 0 ? answer : `${answer} ${servers.join('; ')}.`,
      expected: 'An answer without an error.',
    }
  }
}

const writeTls: Write<'tls'> = ({ certificate, error, tlsMs }) => {
  const title = 'TLS handshake without verification'
  const expected = 'The handshake ends with a certificate that is valid for the host.'
  if (error !== null || certificate === null) return { title, observed: seen(error), expected }
  const { protocol, issuer, expiresAt, names } = certificate
  const observed = `${protocol ?? 'TLS'} in ${duration(tlsMs ?? 0)}; certificate of ${issuer} for ${listedBriefly(names) || 'no name'}, valid until ${expiresAt ?? 'a date that cannot be read'}.`
  return { title, observed, expected }
}

const writeConnect: Write<'connect'> = ({ ip, connectMs, error }) => ({
  title: 'A plain TCP connection',
  observed: connectMs === null ? seen(error) : `${ip ?? 'It'} took it in ${duration(connectMs)}.`,
  expected: 'The port takes the connection.',
})

const writePorts: Write<'ports'> = (found) => ({
  title: 'Other ports of the host',
  observed: `${found.map(({ port, state }) => `${port}: ${state}`).join(', ')}.`,
  expected: null,
})

const writePlainHttp: Write<'plainHttp'> = ({ port, statusCode, location, error }) => ({
  title: `The site without TLS, on port ${port}`,
  observed:
    statusCode === null
      ? seen(error)
      : `It answers ${statusCode}${location === null ? '' : ` and leads to ${location}`}.`,
  expected: null,
})

const writePage: Write<'page'> = ({ statusCode, bytes, sha256, headers, redirects, error }) => {
  const title = 'The page, asked for once more'
  if (statusCode === null) return { title, observed: seen(error), expected: 'An answer.' }
  const hops = redirects.length === 0 ? '' : ` after ${counted(redirects.length, 'redirect')}`
  const server = headers['server'] === undefined ? '' : `, from ${headers['server']}`
  const hash = (sha256 ?? '').slice(0, 12)
  return {
    title,
    observed: `${statusCode} with ${counted(bytes ?? 0, 'byte')}${hops}${server} (SHA-256 begins with ${hash}).`,
    expected: null,
  }
}

/** How each piece of evidence is told. */
export const EVIDENCE_TEXTS = {
  addresses: writeAddresses,
  trace: writeTrace,
  resolver: writeNames("The agent's resolver"),
  authorities: writeNames('The name servers of the zone'),
  tls: writeTls,
  connect: writeConnect,
  ports: writePorts,
  plainHttp: writePlainHttp,
  page: writePage,
} as const satisfies { [P in EvidencePiece]: Write<P> }
