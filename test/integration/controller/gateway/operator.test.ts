import { expect, it } from 'vitest'
import { isOperatorsWorkspace } from '../../../../controller/src/db/installation.ts'
import { untilAssigned, useGateway } from '../../../helpers/gateway.ts'
import { insertMonitors, insertWorkspace } from '../../../helpers/rows.ts'

const gateway = useGateway()

it('an agent is told which work is the operator’s, and no other workspace is he', async () => {
  const { db } = gateway.database
  const tenant = await insertWorkspace(db)
  expect(await isOperatorsWorkspace(db, gateway.workspaceId)).toBe(false)
  await db.query(
    {
      text: `with person as (
          insert into people (public_id, email, name) values ('per_1', 'a@example.com', 'Owner')
          returning id
        )
        insert into installation (owner_workspace_id, owner_person_id, created_at)
        select $1, id, now() from person`,
    },
    [gateway.workspaceId],
  )
  const [own = 0] = await insertMonitors(db, gateway.workspaceId)
  const [foreign = 0] = await insertMonitors(db, tenant)
  const agent = await gateway.connected({ capabilities: ['web', 'traceroute'] })
  await untilAssigned(agent, [own, foreign])
  const isOperators = [own, foreign].map((id) => agent.assignments.get(id)?.check?.forOperator)
  expect(isOperators).toEqual([true, false])
  for (const workspaceId of [gateway.workspaceId, tenant, null]) {
    const request = {
      region: 'eu-west',
      input: { host: 'example.com' },
      isOperators: await isOperatorsWorkspace(db, workspaceId),
      sharer: 'a workspace',
      capability: 'traceroute',
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    }
    gateway.side.desk.request('traceroute', request).catch(() => undefined)
    const { work } = await agent.next('work')
    expect(work).toMatchObject({ value: { forOperator: workspaceId === gateway.workspaceId } })
  }
})
