// Packages in bundles: what every start of a program loads comes along, in place of six hundred modules that Node would look
// for, read and link one by one: a controller's start takes 0.69 s of a processor in place of 0.93, and 11 MB less. What few
// need stays where it is.
import { isBuiltin } from 'node:module'
import { dirname, relative } from 'node:path'

/** What our sources import of packages that come along, with all that those import themselves. */
const COMES_ALONG = new Set([
  '@better-auth/passkey',
  '@bufbuild/protobuf',
  '@fastify/cors',
  '@fastify/formbody',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@grpc/grpc-js',
  'better-auth',
  'commander',
  'dns-packet',
  'fastify',
  'fastify-type-provider-zod',
  'graphile-worker',
  'parse5',
  'pg',
  'pg-copy-streams',
  'pino',
  'postgrator',
  're2js',
  'saxes',
  'syllable',
  'temporal-polyfill',
  'tldts',
  'turndown',
  'yaml',
  'zod',
])

/** What stays though a package that comes along imports it: drivers of pg that are not installed, what is told of spans to
 *  whoever else in the process asks, and what gRPC and fastify would load for what nobody asks of them. To bundle takes
 *  less memory without. */
const STAYS = new Set([
  'pg-native',
  'pg-cloudflare',
  '@opentelemetry/api',
  '@grpc/proto-loader',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'fast-json-stringify',
])

const nameOf = (id) => (id.startsWith('@') ? id.split('/', 2).join('/') : id.split('/', 1)[0])
const isOfPackage = (source) => source.includes('/node_modules/')

/** Whether a package stays outside of bundles.
 *  @param id as it is imported: a package's, no path
 *  @param importer path of the module that imports it */
export function stays(id, importer) {
  if (isBuiltin(id)) return true
  const name = nameOf(id)
  return STAYS.has(name) || !(COMES_ALONG.has(name) || isOfPackage(importer ?? ''))
}

/** What packages import and none of ours uses: zod's messages in fifty languages, of which programs speak English, which it
 *  imports by itself; and what looks for a file with settings of graphile-worker in all folders above, which brings 20
 *  modules along and takes 50 ms of a processor: ours are told to it. */
const UNUSED = [
  { of: '/zod/', id: '../locales/index.js', instead: 'export {}' },
  {
    of: '/graphile-worker/',
    id: 'cosmiconfig',
    instead: 'export const cosmiconfigSync = () => ({ search: () => null })',
  },
]

/** For the bundler: leaves out what nobody uses. */
export const withoutUnused = {
  name: 'without-unused',
  resolveId: {
    order: 'pre',
    handler(id, importer = '') {
      const found = UNUSED.findIndex((each) => each.id === id && importer.includes(each.of))
      return found === -1 ? null : `\0unused-${found}`
    },
  },
  load: (id) => UNUSED[Number(/^\0unused-(\d+)$/.exec(id)?.[1])]?.instead ?? null,
}

/** Finds a folder from that of the bundles, in each of them: a module of CommonJS knows no `import.meta`. */
const BESIDE = '__besideBundles'

/** First line of each bundle. */
export const INTRO = `const ${BESIDE} = (way) => process.getBuiltinModule('node:path').join(import.meta.dirname, way);`

/** The text of a package's module for a bundle, which finds what lies beside it where it was.
 *  @param folder where the bundle will be */
export const forPackage = (code, source, folder) =>
  isOfPackage(source)
    ? code.replaceAll(
        /\b__dirname\b/g,
        () => `${BESIDE}(${JSON.stringify(relative(folder, dirname(source)))})`,
      )
    : code
