import { z } from 'zod'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

/** A status page. */
export const StatusPageObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'stp_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    slug: z.string().meta({ description: 'In its address.', example: 'example' }),
    title: z.string().meta({ description: 'Its heading.', example: 'Example Ltd' }),
    description: z.string().meta({
      description: 'A sentence below the heading.',
      example: 'How our services are doing.',
    }),
    homeUrl: z
      .string()
      .nullable()
      .meta({ description: 'The site that it speaks of.', example: 'https://example.com/' }),
    timezone: z.string().meta({ description: 'Of its days and times.', example: 'Europe/Berlin' }),
    color: z.string().nullable().meta({ description: 'Of its upper edge.', example: '#1d4ed8' }),
    logoUrl: z.string().nullable().meta({ description: 'Where its logo is.', example: null }),
    host: z.string().nullable().meta({ description: 'Host name of its own.', example: null }),
    published: z.boolean().meta({ description: 'Whether the public may read it.', example: true }),
    listed: z
      .boolean()
      .meta({ description: 'Whether the list at /status names it.', example: true }),
    showResponseTimes: z
      .boolean()
      .meta({ description: 'Whether it tells average response times.', example: false }),
    url: z.string().meta({
      description: 'Where the public reads it once it is published.',
      example: 'https://sightline.example.com/status/example',
    }),
    components: z
      .array(
        z.object({
          id: z.string().meta({
            description: 'Id, as badges name it; it stays as long as the monitor is on the page.',
            example: 'cmp_9bQw3Tz5Ld1Hs8Vk2XnR',
          }),
          monitorId: z
            .string()
            .meta({ description: 'Its monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
          monitorName: z.string().meta({ description: "The monitor's name.", example: 'Shop' }),
          name: z.string().meta({ description: 'What the public reads.', example: 'Shop' }),
          description: z
            .string()
            .meta({ description: 'A few words on it.', example: 'Baskets and orders' }),
          group: z
            .string()
            .nullable()
            .meta({ description: 'Heading it stands under.', example: 'Website' }),
        }),
      )
      .meta({ description: 'What it shows, in order.' }),
    createdAt: IsoTime.meta({ description: 'When it was created.' }),
    updatedAt: IsoTime.meta({ description: 'When it was changed last.' }),
  })
  .meta({ id: 'StatusPage' })

/** The answer of routes about one page. */
export const StatusPageAnswer = z.object({ statusPage: StatusPageObject, usage: UsageObject })

/** A listing. */
export const StatusPageList = z.object({
  ...pageOf('Status pages of the workspace.'),
  statusPages: z.array(StatusPageObject).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})

/** Those who get mails about a page. */
export const SubscriberList = z.object({
  ...pageOf('Subscribers of the page.'),
  subscribers: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Id.', example: 'sub_7cMn5Rw2Xp8Yt4Zk1QvB' }),
        email: z.string().meta({ description: 'Gets the mails.', example: 'reader@example.com' }),
        confirmedAt: IsoTime.meta({
          description: 'When that was confirmed.',
          example: '2026-02-01T09:30:00.000Z',
        }),
      }),
    )
    .meta({ description: 'Those who confirmed their address, the latest first.' }),
  usage: UsageObject,
})
