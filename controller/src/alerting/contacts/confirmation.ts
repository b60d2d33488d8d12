import type { ConfirmationRow } from '../../db/contact-confirmations.ts'

/** Whether the mail address of a contact gets alerts: `waiting` does not yet, `notAsked` does although
 *  nobody confirmed it. */
export type Confirmation = 'confirmed' | 'waiting' | 'notAsked'

/** Decides it. Beside the operator's workspace an address is always confirmed: whoever made the workspace
 *  may have typed anybody's. An address somebody of the workspace signs in with is their own. Pure.
 *  @param confirmsOwn the operator wants it in their own workspace too (SIGHTLINE_CONFIRM_CONTACTS) */
export function confirmationOf(row: ConfirmationRow, confirmsOwn: boolean): Confirmation {
  if (row.confirmedAt !== null || row.isMembersAddress) return 'confirmed'
  return row.isOwnersWorkspace && !confirmsOwn ? 'notAsked' : 'waiting'
}
