import { AppError } from '@sightline/shared/errors'
import { counted } from '@sightline/shared/counted'
import type {
  AdmissionOutcome,
  AdmissionRow,
  SessionAdmissionRow,
  SessionOutcome,
} from '../db/limits.ts'
import {
  admitRequest,
  admitSession,
  countAddressHits,
  deleteBurstsBefore,
  deleteUsageBefore,
} from '../db/limits.ts'
import type { Queryable } from '../db/pool.ts'
import type { FrontLimits } from '../limits/front-limits.ts'
import { ADDRESS_BURST } from '../limits/front-limits.ts'
import { createDeferredHits } from './deferred-hits.ts'
import type { Plan } from './plans.ts'
import { planOf, PLANS } from './plans.ts'
import { hashSecret } from '../secrets/secret-tokens.ts'
import { LONGEST_TRY_MS } from './sign-in/try-limits.ts'
import { isoDay, secondsToNextDay } from './utc-day.ts'

/** Limits of one address and one key. Source: contract, "Limits" */
const LIMITS = {
  ipLimit: ADDRESS_BURST.limit,
  keyLimit: 30,
  burstWindowMs: ADDRESS_BURST.windowMs,
  writeLimit: 30,
  writeWindowMs: 60_000,
} as const

/** Limits of one person who is signed in, over all their sessions: a page of the app asks for several things at once,
 *  and what is clicked does not count against the daily quota. */
const PERSON_LIMITS = {
  limit: 120,
  windowMs: 10_000,
  writeLimit: 60,
  writeWindowMs: 30_000,
} as const

const TIERS = PLANS.map((plan) => plan.tier)
const DAILY_LIMITS = PLANS.map((plan) => plan.dailyLimit)

/** Days of usage kept: what GET /usage shows, and some for the operator. */
const USAGE_RETENTION_DAYS = 100
const DAY_MS = 86_400_000

/** Who is behind an accepted key or a session, as of this request. */
export interface Caller {
  /** 0: no key, but a session. */
  readonly keyId: number
  /** The session of somebody who is signed in to the app; null: a key. */
  readonly sessionId: number | null
  /** null for an unlinked key. */
  readonly workspaceId: number | null
  readonly personId: number | null
  readonly personPublicId: string | null
  /** null for an unlinked key. */
  readonly role: string | null
  readonly plan: Plan
  /** Calls counted today; includes the present one once it is admitted with a key. */
  readonly used: number
}

/** What is asked about a request before anything of it is looked at. */
export interface AdmissionRequest {
  readonly ip: string
  /** null when none was sent. */
  readonly key: string | null
  /** Monitoring routes refuse keys that belong to no workspace. */
  readonly needsWorkspace: boolean
  /** Counts against the writes of the key. */
  readonly isWrite: boolean
  /** Route template for the statistics, such as "GET /api/v1/monitors/{id}". */
  readonly endpoint: string
  readonly now: Date
}

/** What is asked about a request of somebody who is signed in. */
export interface SessionRequest {
  readonly ip: string
  /** Of a cookie that was signed here. */
  readonly token: string
  /** Refuses who belongs to no workspace. */
  readonly needsWorkspace: boolean
  readonly isWrite: boolean
  readonly now: Date
}

/** The verdict on a request: `caller` is there as soon as the key was valid, `refusal` when it goes no
 *  further. */
export interface Admission {
  readonly caller: Caller | null
  readonly refusal: AppError | null
}

/** Decides whether requests go further. */
export interface Admissions {
  /** Passes one request through steps 1 to 6 of the order of checks, in one round trip at most, and counts
   *  it. Source: decisions, section 2 */
  readonly admit: (request: AdmissionRequest) => Promise<Admission>
  /** The same for somebody who is signed in: limits are the person's, and those of the address only keep off a
   *  flood. */
  readonly admitSession: (request: SessionRequest) => Promise<Admission>
  /** Says whether an address may ask for a page that needs no key. */
  readonly admitOpen: (request: { ip: string; now: Date }) => AppError | null
  /** What is sure to be refused for its address alone, before anything of it is looked at; counts nothing.
   *  @returns one and the same refusal each time; null: it goes on to `admit` or `admitOpen` */
  readonly refuseAddress: (request: { ip: string; now: Date; isOpen: boolean }) => AppError | null
  readonly stop: () => void
}

/** @param db a pool without synchronous commit: a crash may lose half a second of counts */
export function createAdmissions(db: Queryable, front: FrontLimits): Admissions {
  const { networks, addresses, refusedKeys } = front
  const refusedHits = createDeferredHits(
    (hits) => countAddressHits(db, hits, LIMITS),
    refusedKeys.forget,
  )

  return {
    async admit(request) {
      const { ip } = request
      const nowMs = request.now.getTime()
      const takeBack = addresses.count(ip, nowMs)
      if (takeBack === null) return refused('ipBurst', request)
      // An IPv4 address is its own network, and its window has counted it.
      if (ip.includes(':') && !networks.take(ip, nowMs)) {
        takeBack()
        return refused('network', request)
      }
      const keyHash = request.key === null ? null : hashSecret(request.key)
      if (refusedKeys.has(keyHash, nowMs) && refusedHits.add({ address: ip, atMs: nowMs })) {
        return refused('unauthorized', request)
      }
      const refuseKey = refusedKeys.asking(keyHash, nowMs)
      let isCounted = false
      try {
        const row = await askDatabase(db, request, keyHash)
        isCounted = row.outcome !== 'ipBurst'
        if (row.outcome === 'unauthorized') refuseKey()
        const caller = callerOf(row)
        return { caller, refusal: refusalOf(row.outcome)?.(request, caller) ?? null }
      } finally {
        if (!isCounted) takeBack()
      }
    },
    async admitSession({ ip, ...request }) {
      if (!networks.take(ip, request.now.getTime())) {
        return { caller: null, refusal: NETWORK_BURST }
      }
      const row = await admitSession(db, { ...request, ...PERSON_LIMITS, tiers: TIERS })
      const caller = sessionCallerOf(row)
      return { caller, refusal: sessionRefusalOf(row.outcome) }
    },
    admitOpen({ ip, now }) {
      return networks.take(ip, now.getTime()) ? null : REFUSALS.network()
    },
    refuseAddress({ ip, now, isOpen }) {
      const nowMs = now.getTime()
      if (!isOpen && addresses.isFull(ip, nowMs)) return IP_BURST
      return (isOpen || ip.includes(':')) && networks.isEmpty(ip, nowMs) ? NETWORK_BURST : null
    },
    stop: refusedHits.stop,
  }
}

function refused(
  why: 'ipBurst' | 'network' | 'unauthorized',
  request: AdmissionRequest,
): Admission {
  const refusal: Refusal = REFUSALS[why]
  return { caller: null, refusal: refusal(request, null) }
}

/** @returns null for what goes on */
function refusalOf(outcome: string): Refusal | null {
  if (outcome === 'admitted') return null
  return isKnown(outcome) ? REFUSALS[outcome] : unknownOutcome
}

function isKnown(outcome: string): outcome is keyof typeof REFUSALS {
  return Object.hasOwn(REFUSALS, outcome)
}

/** A newer controller runs beside this one, and its database refuses for reasons that are not known here. */
function unknownOutcome(): AppError {
  return new AppError(
    'unavailable',
    'The service is being updated, and this part of it is not yet: try again shortly.',
    { headers: { 'Retry-After': '5' } },
  )
}

function askDatabase(
  db: Queryable,
  request: AdmissionRequest,
  keyHash: Buffer | null,
): Promise<AdmissionRow> {
  return admitRequest(db, {
    ip: request.ip,
    keyHash,
    needsWorkspace: request.needsWorkspace,
    isWrite: request.isWrite,
    endpoint: request.endpoint,
    now: request.now,
    ...LIMITS,
    tiers: TIERS,
    dailyLimits: DAILY_LIMITS,
  })
}

function callerOf(row: AdmissionRow): Caller | null {
  if (row.keyId === null || row.used === null) return null
  return { keyId: row.keyId, sessionId: null, ...whoseCall(row), used: row.used }
}

/** Nobody, until the session was found and let in. */
function sessionCallerOf(row: SessionAdmissionRow): Caller | null {
  if (row.sessionId === null || row.used === null) return null
  return { keyId: 0, sessionId: row.sessionId, ...whoseCall(row), used: row.used }
}

/** The workspace and the person of a key, or of a session. */
const whoseCall = (row: AdmissionRow | SessionAdmissionRow) => ({
  workspaceId: row.workspaceId,
  personId: row.personId,
  personPublicId: row.personPublicId,
  role: row.role,
  plan: planOf(row.tier ?? ''),
})

function sessionRefusalOf(outcome: string): AppError | null {
  if (outcome === 'admitted') return null
  return Object.hasOwn(SESSION_REFUSALS, outcome)
    ? SESSION_REFUSALS[outcome as keyof typeof SESSION_REFUSALS]()
    : unknownOutcome()
}

type Refusal = (request: AdmissionRequest, caller: Caller | null) => AppError

// Made once: a flood is answered with them, and an error remembers where it was made each time.
const IP_BURST = tooMany('There were more than 60 requests in 10 seconds from this address.', 10)
const NETWORK_BURST = tooMany('There were too many requests from this address or its network.', 10)

const REFUSALS = {
  ipBurst: () => IP_BURST,
  network: () => NETWORK_BURST,
  unauthorized: (request) =>
    new AppError(
      'unauthorized',
      request.key === null
        ? 'The API key is missing: send it in the X-API-Key header.'
        : 'The API key is not valid: check it, or create a new one.',
    ),
  revoked: () =>
    new AppError('unauthorized', 'This API key was revoked: create a new one, and use that.'),
  expired: () =>
    new AppError('unauthorized', 'This API key has expired: create a new one, and use that.'),
  left: () =>
    new AppError(
      'forbidden',
      'The person this API key acts for has left the workspace: use the key of somebody who belongs to it.',
    ),
  unlinked: () =>
    new AppError(
      'forbidden',
      'This API key is not linked to a workspace, so it cannot be used for monitoring: create a new key in your account.',
    ),
  keyBurst: () => tooMany('There were more than 30 requests in 10 seconds with this API key.', 10),
  writes: () => tooMany('There were more than 30 changes in a minute with this API key.', 60),
  quota(request, caller) {
    const limit = caller?.plan.dailyLimit ?? 0
    const used = caller?.used ?? limit
    const seconds = secondsToNextDay(request.now)
    return tooMany(`The daily quota of ${counted(limit, 'request')} is used up.`, seconds, {
      used,
      limit,
    })
  },
} as const satisfies Record<Exclude<AdmissionOutcome, 'admitted'> | 'network', Refusal>

const SESSION_REFUSALS = {
  signedOut: () => new AppError('unauthorized', 'Your session has ended: sign in again.'),
  noWorkspace: () =>
    new AppError('forbidden', 'You belong to no workspace: ask an admin of one to invite you.'),
  personBurst: () => tooMany('There were more than 120 requests in 10 seconds of yours.', 10),
  personWrites: () => tooMany('There were more than 60 changes in 30 seconds of yours.', 30),
} as const satisfies Record<Exclude<SessionOutcome, 'admitted'>, () => AppError>

function tooMany(reason: string, seconds: number, body: Readonly<Record<string, unknown>> = {}) {
  const message = `${reason} Try again in ${counted(seconds, 'second')}.`
  return new AppError('tooManyRequests', message, {
    headers: { 'Retry-After': String(seconds) },
    body,
  })
}

/** Forgets windows and counts nobody asks for any more; to be called now and then by one job. */
export async function pruneLimits(db: Queryable, now: Date): Promise<void> {
  const nowMs = now.getTime()
  await deleteBurstsBefore(db, nowMs - 2 * LIMITS.writeWindowMs, nowMs - 2 * LONGEST_TRY_MS)
  await deleteUsageBefore(db, isoDay(new Date(now.getTime() - USAGE_RETENTION_DAYS * DAY_MS)))
}
