import { create } from '@bufbuild/protobuf'
import { RevokedControllersSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Logger } from '@sightline/shared/logger'
import { MAX_REVOKED_CONTROLLERS } from '@sightline/shared/protocol'
import { readRevokedControllers } from '../db/certificates.ts'
import type { Queryable } from '../db/pool.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'

/** Has the agents of this controller know by which certificates nobody is a controller any more. */
export interface RevokedControllers {
  /** Tells those that do not know yet.
   *  @param ofLate serials that were revoked in the last hour: all are read again when these change */
  readonly tell: (ofLate: readonly string[]) => Promise<void>
  /** Changes may have been missed: all are read again next time. */
  readonly forget: () => void
}

/** @param ownSerial of the certificate that this controller has; null: it has none */
export function createRevokedControllers(parts: {
  readonly db: Queryable
  readonly sessions: Sessions
  readonly ownSerial: () => string | null
  readonly log: Logger
}): RevokedControllers {
  const { db, sessions, ownSerial, log } = parts
  const told = new WeakMap<Session, string>()
  let readFor: string | null = null
  let serials: readonly string[] = []
  /** The same text while nothing changes: thousands of sessions are compared with it each second. */
  let all = ''
  let toldOfOwn: string | null = null

  async function read(ofLate: readonly string[]): Promise<void> {
    const cause = ofLate.toSorted().join()
    if (cause === readFor) return
    serials = await readRevokedControllers(db, MAX_REVOKED_CONTROLLERS)
    all = serials.join()
    readFor = cause
  }

  function tellOperator(): void {
    const serial = ownSerial()
    if (serial === null || serial === toldOfOwn || !serials.includes(serial)) return
    toldOfOwn = serial
    log.error(
      { serial },
      'the certificate of this controller is revoked, agents connect to it no more: give it another (certificates issue --controller HOST)',
    )
  }

  return {
    async tell(ofLate) {
      await read(ofLate)
      tellOperator()
      for (const session of sessions.values()) {
        if (told.get(session) === all) continue
        told.set(session, all)
        const value = create(RevokedControllersSchema, { serials: [...serials] })
        session.send({ case: 'revokedControllers', value })
      }
    },
    forget() {
      readFor = null
    },
  }
}
