/** Headers that browsers may read. Source: contract, "Limits" 2; those of the region, the revision and the request are ours */
export const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Sightline-Complete',
  'X-Sightline-Region',
  'X-Request-Id',
]
