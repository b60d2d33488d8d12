import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createContactService } from '../../../../controller/src/alerting/contacts/contact-service.ts'
import { createSecretBox } from '../../../../controller/src/secrets/secret-box.ts'
import { fixedKeys } from '../../../../controller/src/secrets/secret-keys.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'

it('whoever tests or changes a contact whose secrets have another key is told so, and can still delete it', async () => {
  const test = await openAlertingTest()
  onTestFinished(() => test.close())
  const id = await test.addContact(
    { slack: { url: 'https://hooks.slack.example/T/B/x' } },
    'On call',
  )
  const contacts = createContactService({
    db: test.db,
    secrets: createSecretBox(fixedKeys([randomBytes(32)])),
    sending: test.parts,
    confirmsOwn: false,
    publicUrl: () => 'https://monitor.example.com',
    now: () => new Date(test.clock.nowMs),
  })
  const refused = { code: 'conflict', message: expect.stringContaining('SIGHTLINE_SECRET_KEY') }
  expect(await contacts.test(test.workspaceId, id)).toEqual([
    { channel: 'slack', ok: false, error: refused.message },
  ])
  await expect(contacts.change(test.workspaceId, id, { name: 'Others' })).rejects.toMatchObject(
    refused,
  )
  await contacts.remove(test.workspaceId, id)
})
