import { z } from 'zod'

const list = (what: string) =>
  z.array(z.record(z.string(), z.unknown())).meta({ description: what, example: [] })

/** The answer of GET /export. */
export const WorkspaceExport = z.object({
  format: z.literal('sightline').meta({ description: 'Says what it is.', example: 'sightline' }),
  version: z.int().meta({ description: 'Version of its form.', example: 2 }),
  exportedAt: z
    .string()
    .meta({ description: 'When it was made.', example: '2026-02-01T12:00:00.000Z' }),
  note: z.string().meta({
    description: 'What is not in it, for people.',
    example: 'Secrets are not in this file: each reads as ***.',
  }),
  contacts: list('Alert contacts, each as POST /alerting/contacts takes it, with its id.'),
  teams: list('Alert teams, each as POST /alerting/teams takes it, with its id.'),
  monitors: list(
    'Monitors, each as POST /monitors takes it (settings without what is usual), with id, active and secretsLeftOut, which names the secrets that are missing.',
  ),
  maintenance: list('Maintenance windows, each as POST /maintenance takes it, with its id.'),
  crawlSchedules: list('Crawls that repeat, each as POST /crawl/schedules takes it, with its id.'),
  statusPages: list(
    'Status pages, each as POST /status-pages takes it, with its id; their subscribers are not in it.',
  ),
})
