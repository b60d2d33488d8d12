import type { Family } from '../family.ts'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** Answers of the API and of the pages. */
export const requestMetrics: Family<'requestAnswered'> = ({ histogram }) => {
  const answers = histogram({
    name: 'sightline_http_request_seconds',
    help: 'What requests took, by route and class of status. Floods that are refused at the door are not in it, nor streams of events.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
  })
  return {
    requestAnswered({ method, route, statusCode, seconds }) {
      answers.observe({ method, route, status: `${Math.trunc(statusCode / 100)}xx` }, seconds)
    },
  }
}
