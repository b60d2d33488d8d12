/** Mails to people about their accounts. Where mails are written and handed in lies above accounts. */
export interface AccountMail {
  /** false: this installation sends no mail. */
  readonly canMail: boolean
  /** @returns whether the mail server took it */
  readonly sendInvitation: (mail: {
    readonly to: string
    readonly role: string
    readonly link: string
    readonly expiresAt: Date
  }) => Promise<boolean>
  readonly sendPasswordReset: (mail: {
    readonly to: string
    readonly link: string
    readonly expiresAt: Date
  }) => Promise<boolean>
}
