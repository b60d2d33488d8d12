/** Why the identity provider's word did not do. */
export const PROVIDER_ERRORS: Readonly<Record<string, string>> = {
  not_invited: 'Nobody has invited this address yet: ask an admin of the workspace.',
  address_not_verified: 'The identity provider does not vouch for this address.',
}
