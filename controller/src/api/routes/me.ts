import { z } from 'zod'
import type { OwnAccounts } from '../../accounts/own-account.ts'
import type { SessionCookies } from '../../accounts/sign-in/session-cookie.ts'
import { label } from '../../input/fields.ts'
import type { Api } from '../api-types.ts'
import { signedIn } from '../request-context.ts'
import type { PublicUrl } from '../same-origin.ts'
import { isSecure } from '../same-origin.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import {
  OwnAccountAnswer,
  SessionEnded,
  SessionList,
  SessionsEnded,
} from '../schemas/own-account.ts'
import { TimeZone } from '../schemas/time-zone.ts'

const SESSION = { access: { area: 'session' } } as const
const COMMON = { tags: ['Account'], security: [{ session: [] }] }

const SessionPath = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the session.', example: 'ses_5f0c1a9be27d43806cb8f1d2' }),
})

const Change = z
  .strictObject({
    name: label(100).optional().meta({ description: 'Name, for others.', example: 'Ada' }),
    zone: TimeZone.nullable().optional().meta({
      description: 'Time zone that mails tell times in, beside UTC; null: UTC alone.',
      example: 'Europe/Berlin',
    }),
  })
  .meta({ id: 'OwnAccountChange' })

const Choice = z
  .strictObject({
    workspaceId: z
      .string()
      .meta({ description: 'Where to work.', example: 'wsp_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  })
  .meta({ id: 'WorkspaceChoice' })

/** Somebody who is signed in, their workspace and their sessions. */
export function addOwnAccountRoutes(
  app: Api,
  accounts: OwnAccounts,
  { cookies, publicUrl }: { cookies: SessionCookies; publicUrl: PublicUrl },
): void {
  app.get(
    '/api/v1/me',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Who is signed in',
        description:
          'Answers 401 when nobody is. A session lasts for 30 days after it was used last, which this route notes once a day.',
        operationId: 'readMe',
        response: { 200: OwnAccountAnswer, ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const who = signedIn(request)
      const account = await accounts.read(who)
      const token = cookies.read(request.headers.cookie)
      if (token !== null && (await accounts.extend(who))) {
        reply.header('Set-Cookie', cookies.write(token, isSecure(request, publicUrl)))
      }
      return { ...account, workspaces: [...account.workspaces] }
    },
  )

  app.patch(
    '/api/v1/me',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Change your name or time zone',
        operationId: 'changeMe',
        body: Change,
        response: { 200: OwnAccountAnswer, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const who = signedIn(request)
      await accounts.change(who, request.body)
      const account = await accounts.read(who)
      return { ...account, workspaces: [...account.workspaces] }
    },
  )

  app.post(
    '/api/v1/me/workspace',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'Work in another workspace',
        description: 'Holds for this session, from the next request on.',
        operationId: 'chooseWorkspace',
        body: Choice,
        response: {
          200: z.object({
            workspaceId: z.string().meta({
              description: 'Where the session works.',
              example: 'wsp_4fTq1Zb7Kx0Pq2Lr9sWd',
            }),
          }),
          ...errors(400, 404),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request) => {
      const { workspaceId } = request.body
      await accounts.chooseWorkspace(signedIn(request), workspaceId)
      return { workspaceId }
    },
  )

  app.get(
    '/api/v1/me/sessions',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'List your sessions',
        description: 'Those in force, wherever you signed in.',
        operationId: 'listSessions',
        response: { 200: SessionList, ...KEYED_ERRORS },
      },
    },
    async (request) => ({ sessions: await accounts.sessions(signedIn(request)) }),
  )

  app.delete(
    '/api/v1/me/sessions',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'End all your other sessions',
        operationId: 'endOtherSessions',
        response: { 200: SessionsEnded, ...KEYED_ERRORS },
      },
    },
    async (request) => ({ deleted: await accounts.endOtherSessions(signedIn(request)) }),
  )

  app.delete(
    '/api/v1/me/sessions/:id',
    {
      config: SESSION,
      schema: {
        ...COMMON,
        summary: 'End one of your sessions',
        operationId: 'endSession',
        params: SessionPath,
        response: { 200: SessionEnded, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id } = request.params
      await accounts.endSession(signedIn(request), id)
      return { deleted: true as const, id }
    },
  )
}
