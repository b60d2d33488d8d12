import type { FastifyInstance } from 'fastify'
import type { Access } from './request-context.ts'

/** What is served under one path. */
export interface Endpoint {
  /** Path with parameters in braces, as people write it: /api/v1/monitors/{id}. */
  readonly template: string
  readonly methods: readonly string[]
  readonly access: Access
}

/** Knows every path of the API, so that a wrong method (405) can be told from a wrong path (404). The
 *  router cannot: it keeps a tree for each method, and would take DELETE /monitors/options for the
 *  deletion of a monitor called "options". */
export interface Endpoints {
  /** @param path without query string; null when nothing is served there */
  readonly find: (path: string) => Endpoint | null
}

interface Entry extends Endpoint {
  methods: string[]
  readonly pattern: RegExp
  readonly isFixed: boolean
}

/** Collects the routes that are registered from now on. Every route must say what it asks. */
export function collectEndpoints(app: FastifyInstance): Endpoints {
  const entries = new Map<string, Entry>()

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const { access } = route.config ?? {}
    if (access === undefined) throw new Error(`${route.url} does not say what it asks of a caller`)
    const template = templateOf(route.url)
    const entry = entries.get(template) ?? {
      template,
      methods: [],
      access,
      pattern: new RegExp(`^${route.url.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
      isFixed: !route.url.includes(':'),
    }
    entry.methods = [...new Set([...entry.methods, route.method].flat())].sort()
    entries.set(template, entry)
  })

  return {
    find(path) {
      const matching = [...entries.values()].filter((entry) => entry.pattern.test(path))
      return matching.find((entry) => entry.isFixed) ?? matching[0] ?? null
    },
  }
}

/** "/monitors/:id" as "/monitors/{id}". */
export function templateOf(url: string): string {
  return url.replace(/:([A-Za-z]+)/g, '{$1}')
}
