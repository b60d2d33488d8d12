/** Headers that browsers may read. Source: contract, "Limits" 2; the region's is ours */
export const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Sightline-Complete',
  'X-Sightline-Region',
]
