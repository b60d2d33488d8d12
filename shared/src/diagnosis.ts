import { z } from 'zod'
import { isCause } from './causes.ts'
import { MONITOR_TYPES, PHASES, RESULT_STATUSES } from './check-words.ts'
import { TracerouteOutput } from './traceroute.ts'

/** Most time an agent takes to gather evidence, in ms. */
export const DIAGNOSIS_LIMIT_MS = 10_000

/** Whether the region's own check failed, or passed and is asked for comparison. */
export const DIAGNOSIS_ROLES = ['failing', 'passing'] as const
export type DiagnosisRole = (typeof DIAGNOSIS_ROLES)[number]

/** A monitor whose failure an agent is to look into. */
export const DiagnosisInput = z.object({
  type: z.enum(MONITOR_TYPES),
  url: z.string().min(1).max(20_000),
  timeoutMs: z.int().min(1).max(3_600_000),
  /** Settings of the type without secrets: work may wait in the database. */
  settings: z.record(z.string(), z.unknown()),
  role: z.enum(DIAGNOSIS_ROLES),
  /** Why the failing regions' checks failed. */
  cause: z.string().max(60).nullable(),
  phase: z.enum(PHASES).nullable(),
  /** The address they failed at; null when none was reached for. */
  ip: z.string().max(64).nullable(),
})
export type DiagnosisInput = z.output<typeof DiagnosisInput>

const cause = z.string().refine(isCause).nullable()
const text = (max: number) => z.string().max(max)
const sentence = text(1_000).nullable()
const ms = z.number().min(0).max(3_600_000).nullable()
const address = text(64)
const statusCode = z.int().min(100).max(9_999).nullable()

const AddressCheck = z.object({
  ip: address,
  status: z.enum(RESULT_STATUSES),
  statusCode,
  phase: z.enum(PHASES).nullable(),
  cause,
  error: sentence,
  responseMs: ms,
})

const NameAnswer = z.object({
  name: text(260),
  recordType: text(20),
  /** Null when nobody answered. */
  rcode: text(20).nullable(),
  answers: z.array(text(600)).max(20),
  cause,
  error: sentence,
  /** Zone and name servers, where these were asked themselves. */
  zone: text(260).nullable(),
  nameServers: z
    .array(z.object({ name: text(260), ip: address.nullable(), problem: text(300).nullable() }))
    .max(13),
})

const Certificate = z.object({
  issuer: text(260),
  subject: text(260),
  expiresAt: text(30).nullable(),
  protocol: text(20).nullable(),
  problem: cause,
  names: z.array(text(260)).max(20).readonly(),
})

const Handshake = z.object({
  connectMs: ms,
  tlsMs: ms,
  certificate: Certificate.nullable(),
  cause,
  error: sentence,
})

const Connection = z.object({ ip: address.nullable(), connectMs: ms, cause, error: sentence })

/** What a port does with a connection; `unreachable`: a router or this machine said no. */
export const PORT_STATES = ['open', 'refused', 'silent', 'unreachable'] as const

const Port = z.object({ port: z.int().min(1).max(65_535), state: z.enum(PORT_STATES) })

const headers = z.record(text(100), text(300))

const PlainHttp = z.object({
  port: z.int().min(1).max(65_535),
  statusCode,
  location: text(600).nullable(),
  error: sentence,
})

const Page = z.object({
  statusCode,
  /** Of the body as it was sent; null without an answer. */
  bytes: z.int().min(0).nullable(),
  sha256: text(64).nullable(),
  headers,
  redirects: z.array(z.object({ url: text(600), statusCode: z.int() })).max(21),
  error: sentence,
})

/** Every piece of evidence an agent gathers, each by itself: a file in agent/src/diagnosis/evidence.
 *  - addresses: the same check at each address of the name alone, of both families
 *  - trace: the way to the address
 *  - resolver: what the agent's name servers say, also with checking of signatures switched off
 *  - authorities: what each name server of the zone says
 *  - tls: a handshake without verification, down to TLS 1.0
 *  - connect: a plain TCP connection
 *  - ports: a few other ports of the same host
 *  - plainHttp: the site without TLS
 *  - page: what is answered, by size, hash and headers */
export const EVIDENCE_SHAPES = {
  addresses: z.array(AddressCheck).max(8),
  trace: TracerouteOutput,
  resolver: NameAnswer,
  authorities: NameAnswer,
  tls: Handshake,
  connect: Connection,
  ports: z.array(Port).max(8),
  plainHttp: PlainHttp,
  page: Page,
} as const

export type EvidencePiece = keyof typeof EVIDENCE_SHAPES
export type Evidence = { readonly [P in EvidencePiece]: z.output<(typeof EVIDENCE_SHAPES)[P]> }

/** What an agent found; a piece that was not gathered, or came to nothing in time, is left out. */
export const DiagnosisOutput = z.object({
  startedAt: z.iso.datetime(),
  durationMs: z.int().min(0),
  evidence: z.object(EVIDENCE_SHAPES).partial(),
})
export type DiagnosisOutput = z.output<typeof DiagnosisOutput>
