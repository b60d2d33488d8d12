import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { create } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { slotBefore } from '../../helpers/slots.ts'
import { connectAgent, encoded } from '../../helpers/synthetic-agent.ts'

/** The same results for both ways: `count` passing checks spread over the monitors. */
export interface Load {
  readonly monitorIds: readonly number[]
  readonly region: string
  readonly count: number
  /** First slot, UNIX ms. */
  readonly fromMs: number
}

const RESULTS_PER_MESSAGE = 500
const MESSAGES_UNDER_WAY = 20
const DETAILS =
  '{"tls":{"issuer":"Example CA","expiresAt":"2027-05-01T00:00:00.000Z","protocol":"TLSv1.3"}}'

function slotOf(load: Load, index: number): { monitorId: number; atMs: number } {
  const { monitorIds } = load
  const turn = Math.floor(index / monitorIds.length)
  const monitorId = monitorIds[index % monitorIds.length] ?? 0
  return { monitorId, atMs: slotBefore(monitorId, load.region, load.fromMs + turn * 60_000) }
}

function resultOf(load: Load, index: number): CheckResult {
  const { monitorId, atMs } = slotOf(load, index)
  return create(CheckResultSchema, {
    sequence: BigInt(index + 1),
    monitorId,
    scheduledAtMs: BigInt(atMs),
    startedAtMs: BigInt(atMs + 12),
    durationMs: 187,
    status: CheckStatus.UP,
    statusCode: 200,
    responseMs: 186.4,
    ip: '198.51.100.7',
    timings: { dnsMs: 3.1, connectMs: 20.4, tlsMs: 41.9, firstByteMs: 110.2, downloadMs: 10.8 },
    detailsJson: DETAILS,
  })
}

/** Streams results through the controller, spool-less, their messages made beforehand.
 *  @returns results a second, from the first message to the last acknowledgement */
export async function streamResults(address: string, token: string, load: Load): Promise<number> {
  const batches: Buffer[] = []
  for (let from = 0; from < load.count; from += RESULTS_PER_MESSAGE) {
    const size = Math.min(RESULTS_PER_MESSAGE, load.count - from)
    const results = Array.from({ length: size }, (_, offset) => resultOf(load, from + offset))
    batches.push(encoded({ case: 'results', value: { lane: Lane.LIVE, results } }))
  }
  const agent = await connectAgent(address, token, load.region)
  const startedAt = performance.now()
  let sent = 0
  for (let acknowledged = 0; acknowledged < batches.length;) {
    while (sent < batches.length && sent - acknowledged < MESSAGES_UNDER_WAY) {
      agent.sayEncoded(batches[sent] ?? Buffer.alloc(0))
      sent += 1
    }
    const { upToSequence } = await agent.next('resultAck')
    acknowledged = Math.ceil(Number(upToSequence) / RESULTS_PER_MESSAGE)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  agent.close()
  return load.count / seconds
}

const COPY = `copy check_results (monitor_id, scheduled_at, region, attempt, confirmation, late, checked_at,
  duration_ms, status_code, response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, download_ms, status,
  failure_source, phase, cause, error, ip, details) from stdin`

function copyLine(load: Load, index: number): string {
  const { monitorId, atMs } = slotOf(load, index)
  const scheduledAt = new Date(atMs).toISOString()
  const checkedAt = new Date(atMs + 12).toISOString()
  return `${monitorId}\t${scheduledAt}\t${load.region}\t0\tf\tf\t${checkedAt}\t187\t200\t186.4\t3.1\t20.4\t41.9\t110.2\t10.8\tup\t\\N\t\\N\t\\N\t\\N\t198.51.100.7\t${DETAILS}\n`
}

/** Loads the same rows with one COPY, its text made beforehand.
 *  @returns rows a second, to the end of the commit */
export async function copyResults(url: string, load: Load): Promise<number> {
  const chunks: Buffer[] = []
  for (let from = 0; from < load.count; from += RESULTS_PER_MESSAGE) {
    const size = Math.min(RESULTS_PER_MESSAGE, load.count - from)
    chunks.push(
      Buffer.from(
        Array.from({ length: size }, (_, offset) => copyLine(load, from + offset)).join(''),
      ),
    )
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const startedAt = performance.now()
    await pipeline(Readable.from(chunks), client.query(copyFrom(COPY)))
    return load.count / ((performance.now() - startedAt) / 1_000)
  } finally {
    await client.end()
  }
}
