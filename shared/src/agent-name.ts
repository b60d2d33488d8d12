/** What agents may be called, as they say it and as certificates name them: as hosts are. */
export const AGENT_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/

/** What is told of any other. */
export const AGENT_NAME_RULE =
  'must be letters, digits, dots, hyphens and underscores, 64 at most, such as probe-dub-1'
