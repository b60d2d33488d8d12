import { sendsToken } from '@sightline/shared/bearer-token'
import { AppError } from '@sightline/shared/errors'
import type { Metrics } from '../../metrics/open-metrics.ts'
import type { Api } from '../api-types.ts'

/** Metrics for Prometheus, for who has the token. Source: decisions, section 8 */
export function addMetricsRoute(
  app: Api,
  { token, read }: { readonly token: string; readonly read: Metrics['read'] },
): void {
  app.get(
    '/metrics',
    { config: { access: { area: 'open' }, cors: false }, schema: { hide: true } },
    async (request, reply) => {
      if (!sendsToken(request.headers.authorization, token)) {
        throw new AppError(
          'unauthorized',
          'Send the token of the metrics: Authorization: Bearer SIGHTLINE_METRICS_TOKEN.',
          { headers: { 'WWW-Authenticate': 'Bearer' } },
        )
      }
      const { type, text } = await read()
      return reply.header('cache-control', 'no-store').type(type).send(text)
    },
  )
}
