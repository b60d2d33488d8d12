import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { createHandedRechecks } from '../../controller/src/sessions/handed-rechecks.ts'
import type { Session } from '../../controller/src/sessions/agent-session.ts'
import { createSession } from '../../controller/src/sessions/agent-session.ts'
import type { Refusal } from '../../controller/src/sessions/refusal.ts'

/** A session without a stream, what was sent through it, and why it was refused. */
export function bareSession(ends: Partial<Parameters<typeof createSession>[0]> = {}): {
  session: Session
  sent: ConnectResponse['message'][]
  refused: Refusal[]
} {
  const sent: ConnectResponse['message'][] = []
  const refused: Refusal[] = []
  const session = createSession({
    agentId: 'agt_1',
    tokenId: 1,
    certificateSerial: null,
    region: 'eu',
    capabilities: [],
    settingsVersion: 1,
    quarantinedAtMs: null,
    handed: createHandedRechecks([]),
    write({ message }, left) {
      sent.push(message)
      left()
    },
    refuse: (refusal) => refused.push(refusal),
    ...ends,
  })
  return { session, sent, refused }
}
