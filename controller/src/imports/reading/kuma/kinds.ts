import type { Conversion } from '../conversion.ts'
import type { Row } from '../values.ts'
import { convertDns, convertPing, convertPort } from './hosts.ts'
import { convertBrowser, convertHttp, convertJsonQuery, convertKeyword } from './http.ts'
import {
  convertDatabase,
  convertGrpc,
  convertMqtt,
  convertNtp,
  convertSmtp,
  convertSnmp,
  convertSqlServer,
} from './services.ts'

type Convert = (row: Row) => Conversion

const notCarried =
  (reason: string): Convert =>
  () => ({ notCarried: reason })

const GAME = notCarried('There is no monitor that speaks to game servers.')

/** What becomes of each kind of monitor of Uptime Kuma 1 and 2, by its word there. */
const KINDS: Readonly<Record<string, Convert>> = {
  http: convertHttp,
  keyword: convertKeyword,
  'json-query': convertJsonQuery,
  'real-browser': convertBrowser,
  port: convertPort,
  ping: convertPing,
  dns: convertDns,
  snmp: convertSnmp,
  ntp: convertNtp,
  smtp: convertSmtp,
  mqtt: convertMqtt,
  'grpc-keyword': convertGrpc,
  postgres: convertDatabase(5_432),
  mysql: convertDatabase(3_306),
  mongodb: convertDatabase(27_017),
  redis: convertDatabase(6_379),
  sqlserver: convertSqlServer,
  push: notCarried(
    'It waits to be called, and monitors here go and look: there is nothing that takes such calls.',
  ),
  docker: notCarried(
    "It asks the machine's Docker, which agents cannot: watch what the container serves instead.",
  ),
  steam: GAME,
  gamedig: GAME,
  radius: notCarried('There is no monitor that speaks RADIUS.'),
  'kafka-producer': notCarried('There is no monitor that writes to Kafka.'),
  rabbitmq: notCarried(
    "There is no monitor of RabbitMQ's nodes: watch their management pages instead.",
  ),
  'websocket-upgrade': notCarried('There is no monitor that opens WebSockets.'),
  'tailscale-ping': notCarried("It asks the machine's Tailscale, which agents cannot."),
  'system-service': notCarried("It asks the machine's services, which agents cannot."),
  pm2: notCarried("It asks the machine's PM2, which agents cannot."),
  globalping: notCarried(
    'It is checked from another network of probes: make it anew with regions of your own.',
  ),
  manual: notCarried('Its state is set by hand, and monitors here go and look.'),
  oracledb: notCarried('There is no monitor that speaks to Oracle.'),
  'sip-options': notCarried('There is no monitor that speaks SIP.'),
}

/** What a monitor of Uptime Kuma becomes. */
export function convertKind(kind: string, row: Row): Conversion {
  const convert = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  return convert?.(row) ?? { notCarried: 'This kind of monitor is not known here.' }
}
