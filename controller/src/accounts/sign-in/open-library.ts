import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { provenByMail } from '../proven-address.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../sign-up.ts'
import { takeCodesOnce } from './codes-once.ts'
import { COOKIE_PREFIX, SESSION_SECONDS } from './session-cookie.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** How long a session goes on before it is extended. */
const EXTENDED_AFTER_SECONDS = 86_400

/** How long a link works that lets somebody choose another password. */
const RESET_SECONDS = 3_600

/** What one way to sign in adds to the library. */
export interface WayOptions extends Pick<BetterAuthOptions, 'databaseHooks'> {
  readonly plugins: BetterAuthPlugin[]
  readonly validateUserInfo?: NonNullable<BetterAuthOptions['user']>['validateUserInfo']
}

/** The library, ready to be asked. */
export interface Library {
  readonly handler: (request: Request) => Promise<Response>
}

/** better-auth over the tables of people. It makes no tables, tells nobody of its use and has no limits of its own:
 *  those are in `try-limits.ts`, and what may ask it in `api/same-origin.ts`.
 *  @param isSecure whether its cookies are for https alone
 *  @param way beyond passwords, null: none */
export function openLibrary(
  parts: SignInParts,
  isSecure: boolean,
  way: WayOptions | null,
): Library {
  const { db, log, mail, now, secrets, publicUrl } = parts
  const { plugins = [], databaseHooks, validateUserInfo } = way ?? {}
  return betterAuth({
    appName: 'Sightline',
    baseURL: publicUrl(),
    basePath: '/api/auth',
    secrets: secrets().map(({ version, value }) => ({ version, value })),
    database: db.connections,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    onAPIError: { throw: true, errorURL: `${publicUrl()}/` },
    logger: {
      level: 'error',
      log: (level, message, ...details) => {
        // Anybody can send a wrong answer of a provider: no failure of ours.
        if (level === 'error') log.warn({ err: details[0] }, `signing in: ${message}`)
      },
    },
    hooks: { before: takeCodesOnce(db) },
    ...(databaseHooks === undefined ? {} : { databaseHooks }),
    user: {
      modelName: 'people',
      ...(validateUserInfo === undefined ? {} : { validateUserInfo }),
      additionalFields: {
        publicId: { type: 'string', required: false, input: false, fieldName: 'public_id' },
      },
      fields: {
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'person_accounts',
      updateAccountOnSignIn: false,
      // Whose address the provider vouches for is linked to the account of that address.
      accountLinking: { requireLocalEmailVerified: false },
      fields: {
        userId: 'person_id',
        providerId: 'provider',
        accountId: 'account_id',
        password: 'password_hash',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'person_sessions',
      expiresIn: SESSION_SECONDS,
      updateAge: EXTENDED_AFTER_SECONDS,
      // So that a session that takes another's place works in the same workspace.
      additionalFields: {
        workspaceId: { type: 'number', required: false, input: false, fieldName: 'workspace_id' },
      },
      fields: {
        userId: 'person_id',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        expiresAt: 'expires_at',
      },
    },
    verification: {
      modelName: 'person_verifications',
      storeIdentifier: 'hashed',
      fields: { createdAt: 'created_at', updatedAt: 'updated_at', expiresAt: 'expires_at' },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      async sendResetPassword({ user, token }) {
        const expiresAt = new Date(now().getTime() + RESET_SECONDS * 1_000)
        const link = `${publicUrl()}/reset-password?token=${token}`
        await mail.sendPasswordReset({ to: user.email, link, expiresAt })
      },
      onPasswordReset: ({ user }) => provenByMail(db, Number(user.id)),
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    plugins: [
      ...plugins,
      twoFactor({
        issuer: 'Sightline',
        // Whose identity provider signs them in has no password to show.
        allowPasswordless: true,
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'person_second_factors',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isSecure,
      // Numbers that the tables give.
      database: { generateId: 'serial', validateSchema: false },
      ipAddress: { ipAddressHeaders: ['x-sightline-client'] },
      // A mail takes its time: who waited for it would tell whether there is an account.
      backgroundTasks: {
        handler(task) {
          task.catch((error: unknown) => log.warn({ err: error }, 'a mail was not sent'))
        },
      },
      disableCSRFCheck: true,
      disableOriginCheck: false,
    },
  })
}
