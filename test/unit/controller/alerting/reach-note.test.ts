import { expect, test } from 'vitest'
import { reachNote } from '../../../../controller/src/alerting/contacts/reach-note.ts'

const CONTACT = 'give the monitors a contact that can be told (POST /api/v1/alerting/contacts).'

test.for([
  [0, false, true, true, null],
  [0, true, false, false, null],
  [
    0,
    false,
    false,
    false,
    `Alerts reach nobody yet: set SMTP_URL to a mail server and make the owner's account, or ${CONTACT}`,
  ],
  [
    1,
    true,
    true,
    false,
    `The alerts of one monitor reach nobody: make the owner's account, or ${CONTACT}`,
  ],
  [
    7,
    true,
    false,
    true,
    `The alerts of 7 monitors reach nobody: set SMTP_URL to a mail server, or ${CONTACT}`,
  ],
  [7, true, true, true, `The alerts of 7 monitors reach nobody: ${CONTACT}`],
  [1_001, true, true, true, `The alerts of more than 1000 monitors reach nobody: ${CONTACT}`],
] as const)(
  '%d monitors that alert nobody (any: %s, mail: %s, owner: %s)',
  ([unheard, hasMonitors, canMail, hasOwner, note]) => {
    expect(reachNote({ unheard, hasMonitors, canMail, hasOwner })).toBe(note)
  },
)
