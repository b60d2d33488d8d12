import { expect } from 'vitest'
import { ApplyAnswer, DocumentProblems } from '../../controller/src/api/schemas/apply.ts'
import type { Answer, TestApi } from './test-api.ts'

/** Applies a document as the owner, two minutes after whatever was before: no limit is met.
 *  @param on the controller that is asked */
export async function applyTo(on: TestApi, document: object, query = ''): Promise<Answer> {
  on.passMinutes(2)
  const answer = await on.ask('POST', `/api/v1/apply${query}`, { body: document })
  if (answer.status === 200) expect(ApplyAnswer.parse(answer.body)).toEqual(answer.body)
  if (answer.status === 400) expect(DocumentProblems.parse(answer.body)).toEqual(answer.body)
  return answer
}

interface Step {
  action: string
  kind: string
  key: string
  fields: { field: string; before: unknown; after: unknown }[]
}

/** What was done, a line a thing with the fields that changed; all of the answer where it was refused. */
export const deeds = ({ body }: { body: { error?: string; steps?: Step[] } }): unknown =>
  body.steps?.map(({ action, kind, key, fields }) =>
    [action, kind, key, ...fields.map(({ field }) => field)].join(' '),
  ) ?? body

/** A document with things of each kind that refer to each other. */
export const SHOP = {
  set: 'shop',
  contacts: [
    { name: 'On call', email: 'on-call@example.com' },
    { name: 'Hook', webhookUrl: 'https://hooks.example/a' },
  ],
  teams: [
    { name: 'Shop', contacts: ['On call'], escalation: [{ afterMinutes: 15, contacts: ['Hook'] }] },
  ],
  monitors: [
    {
      name: 'Front',
      url: 'https://shop.example/',
      dependsOn: ['Back'],
      tags: ['shop'],
      alerts: { contacts: ['On call'], teams: ['Shop'], repeatMinutes: 30 },
      settings: {
        headers: { 'x-shop': '1' },
        auth: { kind: 'basic', username: 'u', password: 'first secret' },
      },
    },
    { key: 'back', name: 'Back', url: 'tcp://db.example:5432', intervalMinutes: 1 },
  ],
  maintenance: [
    {
      description: 'Upgrade',
      from: '2026-06-01T22:00:00Z',
      to: '2026-06-01T23:00:00Z',
      recurrence: 'week',
      monitors: ['Front', 'back'],
    },
  ],
  crawlSchedules: [
    {
      url: 'https://shop.example/',
      from: '2026-06-02T03:00:00Z',
      recurrence: 'week',
      alerts: { contacts: ['On call'] },
      maxPages: 20,
    },
  ],
  statusPages: [
    {
      slug: 'shop',
      title: 'Shop',
      published: true,
      components: [
        { monitor: 'Front', group: 'Site' },
        { monitor: 'back', name: 'Database' },
      ],
    },
  ],
}
