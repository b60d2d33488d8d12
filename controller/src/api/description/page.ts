import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Nothing comes from elsewhere. Swagger UI writes styles into its elements, so those are allowed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' data:",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

const SVG = 'image/svg+xml'

/** A line of sight that meets a point. */
const mark = (color: string) =>
  `<circle cx="20" cy="20" r="13" fill="none" stroke="${color}" stroke-width="3"/><path d="M2 20h16" stroke="${color}" stroke-width="3"/><circle cx="20" cy="20" r="4" fill="${color}"/>`

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40" viewBox="0 0 170 40"><title>Sightline</title>${mark('#fff')}<text x="44" y="28" textLength="120" lengthAdjust="spacingAndGlyphs" font-family="system-ui, sans-serif" font-size="24" font-weight="600" fill="#fff">Sightline</text></svg>`

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#173647"/>${mark('#fff')}</svg>`

/** Shows the description at /docs without loading anything from elsewhere. */
export async function addDescriptionPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    logo: { type: SVG, content: LOGO },
    theme: {
      title: 'Sightline API',
      favicon: [
        { filename: 'favicon.svg', rel: 'icon', type: SVG, sizes: 'any', content: FAVICON },
      ],
    },
    uiConfig: { validatorUrl: null, deepLinking: true },
  })
}
