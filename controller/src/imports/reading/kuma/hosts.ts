import type { Conversion } from '../conversion.ts'
import { escapedPattern, hostInUrl, NO_TARGET } from '../conversion.ts'
import type { Row } from '../values.ts'
import { jsonOf, numberOf, rowsOf, sentFields, textOf, within } from '../values.ts'

const DNS_PORT = 53
const MAX_PACKETS = 16
const MAX_PACKET_BYTES = 1_400
const TLS_WARNING =
  'Only that the port answers is checked, not the certificate behind STARTTLS: a mail monitor does that for mail servers.'

/** A port that takes connections. */
export function convertPort(row: Row): Conversion {
  const host = textOf(row, 'hostname')
  const port = numberOf(row, 'port')
  if (host === null || port === null) return NO_TARGET
  const alert = textOf(row, 'expected_tls_alert', 'expectedTlsAlert')
  if (alert !== null && alert !== 'none') {
    return { notCarried: 'It expects an alert of TLS, which no monitor here does.' }
  }
  const security = textOf(row, 'smtp_security', 'smtpSecurity')
  return {
    url: `tcp://${hostInUrl(host)}:${port}`,
    settings: security === 'secure' ? { tls: { enabled: true } } : {},
    warnings: security === 'starttls' ? [TLS_WARNING] : [],
  }
}

/** A host that answers echo requests. */
export function convertPing(row: Row): Conversion {
  const host = textOf(row, 'hostname')
  if (host === null) return NO_TARGET
  const bytes = numberOf(row, 'packet_size', 'packetSize')
  const packets = numberOf(row, 'ping_count', 'pingCount')
  const settings = sentFields({
    packetSize: bytes === null ? undefined : within(Math.trunc(bytes), 0, MAX_PACKET_BYTES),
    packets: packets === null ? undefined : within(Math.trunc(packets), 1, MAX_PACKETS),
  })
  return { url: `ping://${hostInUrl(host)}`, settings, warnings: [] }
}

/** Records of a name. */
export function convertDns(row: Row): Conversion {
  const host = textOf(row, 'hostname')
  if (host === null) return NO_TARGET
  const { expected, warnings } = conditionsOf(row)
  const [resolver, ...others] = (textOf(row, 'dns_resolve_server', 'dnsResolveServer') ?? '')
    .replaceAll(/\s/g, '')
    .split(',')
    .filter((each) => each !== '')
  if (others.length > 0) warnings.push(`Only the first of its name servers, ${resolver}, is asked.`)
  const port = numberOf(row, 'port') ?? DNS_PORT
  const settings = sentFields({
    recordType: textOf(row, 'dns_resolve_type', 'dnsResolveType')?.toUpperCase(),
    resolver: resolver === undefined ? undefined : withPort(resolver, port),
    expected,
  })
  return { url: `dns://${hostInUrl(host)}`, settings, warnings }
}

function withPort(resolver: string, port: number): string {
  return port === DNS_PORT ? resolver : `${hostInUrl(resolver)}:${port}`
}

/** One condition on a record is understood; several, or groups of them, are not. */
function conditionsOf(row: Row): { expected: Row | undefined; warnings: string[] } {
  const conditions = rowsOf(jsonOf(row, 'conditions'))
  const [first] = conditions
  if (first === undefined) return { expected: undefined, warnings: [] }
  const value = textOf(first, 'value')
  const operator = textOf(first, 'operator')
  if (conditions.length === 1 && value !== null) {
    if (operator === 'equals')
      return { expected: { match: 'contains', values: [value] }, warnings: [] }
    if (operator === 'contains') {
      return { expected: { match: 'regex', values: [escapedPattern(value)] }, warnings: [] }
    }
  }
  return {
    expected: undefined,
    warnings: [
      'Its conditions are not carried over: any record counts as up until settings.expected says more.',
    ],
  }
}
