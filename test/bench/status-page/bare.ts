import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

/** The floor: fastify that has one answer, compressed before, and sends it. Told by environment: BENCH_ANSWER, a
 *  file with the bytes. */
const bytes = readFileSync(process.env['BENCH_ANSWER'] ?? '')
const app = Fastify()
app.get('/*', async (_request, reply) =>
  reply.header('content-encoding', 'br').type('text/html; charset=utf-8').send(bytes),
)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ type: 'ready', url })
process.on('SIGTERM', () => void app.close().finally(() => process.exit(0)))
process.on('disconnect', () => process.exit(0))
