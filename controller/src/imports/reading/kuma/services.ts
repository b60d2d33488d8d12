import type { Conversion } from '../conversion.ts'
import { hostInUrl, NO_TARGET } from '../conversion.ts'
import type { Row } from '../values.ts'
import { entryOf, numberOf, sentFields, textOf } from '../values.ts'

/** A value of a device, read over SNMP. */
export function convertSnmp(row: Row): Conversion {
  const host = textOf(row, 'hostname')
  if (host === null) return NO_TARGET
  const version = textOf(row, 'snmp_version', 'snmpVersion') ?? '2c'
  const snmp = sentFields({
    version,
    // The community is kept in the column of another kind's password.
    community:
      version === '3' ? undefined : (textOf(row, 'radius_password', 'radiusPassword') ?? undefined),
    oid: textOf(row, 'snmp_oid', 'snmpOid') ?? undefined,
    user:
      version === '3'
        ? (textOf(row, 'snmp_v3_username', 'snmpV3Username') ?? undefined)
        : undefined,
  })
  const expected = textOf(row, 'expected_value', 'expectedValue')
  return {
    url: `udp://${hostInUrl(host)}:${numberOf(row, 'port') ?? 161}`,
    settings: { preset: 'snmp', snmp },
    warnings:
      expected === null
        ? []
        : [
            `That the value must be ${JSON.stringify(expected)} is not carried over: settings.expectRegex can say it.`,
          ],
  }
}

/** A time server. */
export function convertNtp(row: Row): Conversion {
  const host = textOf(row, 'hostname')
  if (host === null) return NO_TARGET
  const url = `udp://${hostInUrl(host)}:${numberOf(row, 'port') ?? 123}`
  return { url, settings: { preset: 'ntp' }, warnings: [] }
}

const MAIL_SECURITY: Readonly<Record<string, string>> = {
  secure: 'tls',
  starttls: 'starttls',
  nostarttls: 'none',
}

/** A mail server. */
export function convertSmtp(row: Row): Conversion {
  const host = textOf(row, 'hostname')
  if (host === null) return NO_TARGET
  const security = entryOf(MAIL_SECURITY, textOf(row, 'smtp_security', 'smtpSecurity') ?? '')
  const url = `smtp://${hostInUrl(host)}:${numberOf(row, 'port') ?? 25}`
  return { url, settings: sentFields({ security }), warnings: [] }
}

const ONLY_PORT =
  'Only that the port answers is checked: sign-in, query and messages are not carried over.'

/** A message broker, of which the port is left. */
export function convertMqtt(row: Row): Conversion {
  const host = textOf(row, 'hostname')?.replace(/^[a-z]+:\/\//i, '') ?? null
  if (host === null) return NO_TARGET
  return portOf(host, numberOf(row, 'port') ?? 1_883)
}

/** A gRPC service, of which the port is left. */
export function convertGrpc(row: Row): Conversion {
  const target = URL.parse(
    `grpc://${textOf(row, 'grpc_url', 'grpcUrl')?.replace(/^.*:\/\//, '') ?? ''}`,
  )
  if (target === null || target.hostname === '' || target.port === '') return NO_TARGET
  return portOf(target.hostname, Number(target.port))
}

/** A database that is named by a URL, of which the port is left.
 *  @param usualPort where the URL names none */
export function convertDatabase(usualPort: number): (row: Row) => Conversion {
  return (row) => {
    const text = textOf(row, 'database_connection_string', 'databaseConnectionString') ?? ''
    // Of a cluster the first member.
    const [, host, port] =
      /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]+\]|[^/?#:,@]+)(?::(\d{1,5}))?/i.exec(text) ?? []
    return host === undefined
      ? NO_TARGET
      : portOf(host, port === undefined ? usualPort : Number(port))
  }
}

/** SQL Server, which is named by "Server=host,port;...". */
export function convertSqlServer(row: Row): Conversion {
  const text = textOf(row, 'database_connection_string', 'databaseConnectionString') ?? ''
  const [, host, port] =
    /(?:^|;)\s*(?:server|data source)\s*=\s*(?:tcp:)?([^,;\\]+)(?:,\s*(\d{1,5}))?/i.exec(text) ?? []
  return host === undefined ? NO_TARGET : portOf(host.trim(), Number(port ?? 1_433))
}

function portOf(host: string, port: number): Conversion {
  return { url: `tcp://${hostInUrl(host)}:${port}`, settings: {}, warnings: [ONLY_PORT] }
}
