/** Mails to people about their accounts. Where mails are written and handed in lies above accounts. */
export interface AccountMail {
  /** false: this installation sends no mail. */
  readonly canMail: boolean
  /** @param mail.invitedBy number of the person: who has no account yet is told times by that person's clocks
   *  @returns whether the mail server took it */
  readonly sendInvitation: (mail: {
    readonly to: string
    readonly role: string
    readonly link: string
    readonly expiresAt: Date
    readonly invitedBy: number
  }) => Promise<boolean>
  readonly sendPasswordReset: (mail: {
    readonly to: string
    readonly link: string
    readonly expiresAt: Date
  }) => Promise<boolean>
  /** To an address that somebody wants their account to have.
   *  @param mail.personId whose account it is */
  readonly sendEmailChange: (mail: {
    readonly to: string
    readonly link: string
    readonly expiresAt: Date
    readonly personId: number
  }) => Promise<boolean>
  /** The same where it is another account's.
   *  @param mail.host of this installation */
  readonly sendAddressTaken: (mail: {
    readonly to: string
    readonly host: string
  }) => Promise<boolean>
  /** To the address that an account had.
   *  @param mail.email the one that it has now
   *  @param mail.personId whose account it is */
  readonly tellEmailChanged: (mail: {
    readonly to: string
    readonly email: string
    readonly host: string
    readonly at: Date
    readonly personId: number
  }) => Promise<boolean>
}
