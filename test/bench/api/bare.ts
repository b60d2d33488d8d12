import Fastify from 'fastify'
import { Pool } from 'pg'

/** The floor: a server of fastify and pg alone. It has each answer in a table and sends it, with one question
 *  to the database and without a look at who asks. Told by environment: DATABASE_URL. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 5 })
const app = Fastify()
app.get('/*', async (request, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: 'answer',
    text: 'select body from bench_answers where path = $1',
    values: [request.url],
  })
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body ?? '{}')
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ type: 'ready', url })
process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => pool.end())
    .finally(() => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
