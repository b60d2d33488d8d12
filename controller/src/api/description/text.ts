/** What the description of the API says before its routes, in Markdown. */
export const DESCRIPTION = `Uptime monitoring from many places, and analyses of single pages.

**Keys.** Every endpoint but the open ones takes an API key in the header \`X-API-Key\`. The one-URL endpoints take it in the query parameter \`key\` too; the header keeps it out of addresses and logs.

**Order of checks.** Limit per address (60 requests in 10 seconds), key (401), workspace (403: the key is linked to none, or its person has left it), limit per key (30 in 10 seconds), changes per key (30 a minute; every method but GET is a change, HEAD too), daily quota (429). From here a call counts, once, whatever follows: no such endpoint (404), wrong method (405), permission (403), validation (400). Keyword analysis looks at \`keywords\` after the limit per address and before the key.

**Limits.** Every answer to an accepted key carries \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` (left out on a plan without a daily limit) and \`X-RateLimit-Reset\` (seconds to 00:00 UTC). The limit per address counts requests with a key, or that should have one. Pages that need none (this one, sign-up, health and the like) have a limit of 72 a second and 1,200 at once for each address, and so have all requests from one IPv6 /64 together. Every 429 carries \`Retry-After\` in seconds.

**Sessions.** Whoever is signed in to the app needs no key: their session, a cookie, does wherever a key is asked for, with the role they have in the workspace that the session works in. What the app asks for does not count against the daily quota. Its limits are the person's: 120 requests in 10 seconds, and 60 changes in 30 seconds, in the place of those of the address and the key. A request that changes something must come from the app's own pages (\`Sec-Fetch-Site: same-origin\`, or an \`Origin\` of this installation), else it is 403. Routes about a person and their keys take a session alone: without one they answer 401, to a key 403.

**Times** are ISO 8601 in UTC with milliseconds; in requests UNIX seconds and other offsets do as well, and a time without a zone is UTC. **Sizes** are bytes, durations carry their unit in their name.

**Lists** take \`page\` (from 1) and \`per\`; out of range they are brought to the nearest limit, and the values used are in the answer. Unknown query parameters are ignored; unknown fields of a body are refused.

**Errors** are \`{ "error": "a sentence for people" }\`; programs go by the status. A malformed id is 404, like an unknown one.

**Secrets** can be written and not read: they show as \`***\`, and \`***\` sent back leaves them as they are, also where the monitor moves from http to https or to another port of its host. To another host, or from an encrypted way to a plain one, they have to be sent again (400 names them).`
