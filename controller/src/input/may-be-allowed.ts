/** What a refusal of a private address ends with, without its full stop. */
export const MAY_BE_ALLOWED = 'The operator of this installation can allow it'
