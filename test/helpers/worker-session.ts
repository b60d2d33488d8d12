import { create } from '@bufbuild/protobuf'
import type { WorkItem } from '@sightline/shared/gen/probe/v1/work_pb'
import { WorkUpdateSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import type { Session } from '../../controller/src/sessions/agent-session.ts'
import { createHandedRechecks } from '../../controller/src/sessions/handed-rechecks.ts'
import { createSession } from '../../controller/src/sessions/agent-session.ts'
import type { OpenWork } from '../../controller/src/on-demand/open-work.ts'

/** What a test's agent answers to work of a kind: its output (with bytes beside it), or a refusal. */
export type WorkAnswer =
  | { readonly output: unknown; readonly bytes?: Uint8Array }
  | { readonly error: { readonly code: string; readonly message: string } }
  | 'silence'

/** A session whose agent answers work on demand as the test says, without a stream in between. */
export function workerSession(
  open: OpenWork,
  options: {
    region: string
    agentId?: string
    capabilities: readonly string[]
    answer: (kind: string, input: unknown) => WorkAnswer | Promise<WorkAnswer>
    onCancel?: (id: string) => void
  },
): Session {
  async function work(item: WorkItem): Promise<void> {
    if (item.work.case !== 'json') return
    const { kind, inputJson } = item.work.value
    const answer = await options.answer(kind, JSON.parse(inputJson))
    if (answer === 'silence') return
    if ('output' in answer && answer.bytes !== undefined && answer.bytes.length > 0) {
      const part = { case: 'chunk', value: answer.bytes } as const
      open.updated(session, create(WorkUpdateSchema, { id: item.id, update: part }))
    }
    const update =
      'output' in answer
        ? ({ case: 'outputJson', value: JSON.stringify(answer.output) } as const)
        : ({ case: 'error', value: { $typeName: 'probe.v1.WorkError', ...answer.error } } as const)
    open.updated(session, create(WorkUpdateSchema, { id: item.id, update }))
  }

  const session = createSession({
    agentId: options.agentId ?? `agt_${options.region}`,
    tokenId: 1,
    certificateSerial: null,
    region: options.region,
    capabilities: options.capabilities,
    settingsVersion: 1,
    quarantinedAtMs: null,
    handed: createHandedRechecks([]),
    refuse: () => undefined,
    write({ message }, sent) {
      sent()
      if (message.case === 'work') setImmediate(() => void work(message.value))
      if (message.case === 'workCancel') options.onCancel?.(message.value.id)
    },
  })
  return session
}
