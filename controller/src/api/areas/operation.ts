import { addHealthRoutes } from '../routes/health.ts'
import { addMetricsRoute } from '../routes/metrics.ts'
import type { AddArea } from './area.ts'

/** For who runs the controller, and the API's own description. */
export const addOperationArea: AddArea = (app, { deps }) => {
  addHealthRoutes(app, deps.limitsDb, deps.isDraining ?? (() => false))
  if (deps.metrics != null) addMetricsRoute(app, deps.metrics)
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
