import { PLANS } from '../../accounts/plans.ts'

const usageReport = {
  used: 12,
  dailyLimit: 1000,
  tier: 'starter',
  resetsInSeconds: 43_200,
  resetsAt: '2026-02-01T00:00:00.000Z',
  byDay: [
    { date: '2026-01-31', used: 12 },
    { date: '2026-01-30', used: 431 },
  ],
  byEndpoint: [
    { endpoint: 'GET /api/v1/monitors', used: 11 },
    { endpoint: 'GET /api/v1/usage', used: 1 },
  ],
}

const WORKSPACE = { id: 'wsp_4fTq1Zb7Kx0Pq2Lr9sWd', name: 'Main workspace' }

const ownAccount = {
  person: {
    id: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
    name: 'Ada',
    email: 'ada@example.com',
    zone: 'Europe/Berlin',
  },
  workspace: { ...WORKSPACE, tier: 'unlimited' },
  role: 'owner',
  permissions: {
    viewMonitoring: true,
    manageMonitoring: true,
    analyse: true,
    managePeople: true,
    makeWorkspaces: true,
  },
  workspaces: [
    { ...WORKSPACE, role: 'owner' },
    { id: 'wsp_9sWd4fTq1Zb7Kx0Pq2Lr', name: 'Shop', role: 'viewer' },
  ],
  secondFactor: false,
}

const session = {
  id: 'ses_5f0c1a9be27d43806cb8f1d2',
  createdAt: '2026-01-30T08:12:44.120Z',
  lastSeenAt: '2026-01-31T11:59:02.000Z',
  expiresAt: '2026-03-01T08:12:44.120Z',
  ipAddress: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  isCurrent: true,
}

const ownKey = {
  id: 'key_4fTq1Zb7Kx0Pq2Lr9sWd',
  name: 'Deploy script',
  lastFour: 'Kx0P',
  role: 'owner',
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  state: 'inForce',
}

const people = {
  total: 2,
  page: 1,
  per: 50,
  people: [
    {
      id: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
      name: 'Ada',
      role: 'owner',
      email: 'ada@example.com',
      secondFactor: true,
      joinedAt: '2026-01-05T09:00:00.000Z',
    },
    {
      id: 'psn_9sWd4fTq1Zb7Kx0Pq2Lr',
      name: 'Grace',
      role: 'editor',
      email: 'grace@example.com',
      secondFactor: false,
      joinedAt: '2026-01-12T10:30:00.000Z',
    },
  ],
  usage: { used: 12, dailyLimit: 1000, tier: 'starter' },
}

const savedViews = {
  views: [{ name: 'Shops that are down', search: { status: 'down', tag: 'shop' } }],
}

const auditLog = {
  total: 1,
  page: 1,
  per: 50,
  entries: [
    {
      id: '1042',
      at: '2026-01-31T12:00:00.000Z',
      person: { id: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd', name: 'Ada' },
      keyName: 'Deploy script',
      address: '192.0.2.7',
      action: 'monitor.changed',
      subject: { id: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd', name: 'Shop' },
      changes: [{ field: 'intervalMinutes', to: 5 }, { field: 'url' }],
    },
  ],
  usage: people.usage,
}

const invitation = {
  id: 'inv_4fTq1Zb7Kx0Pq2Lr9sWd',
  email: 'grace@example.com',
  role: 'editor',
  invitedBy: 'Ada',
  createdAt: '2026-01-31T12:00:00.000Z',
  expiresAt: '2026-02-07T12:00:00.000Z',
}

const passkey = {
  id: 'pky_5f0c1a9be27d43806cb8f1d2',
  name: 'Laptop',
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
  isSynced: false,
}

const challenge = 'uZk3mYJ0m8Yx9nq4N1q7uQ0Vb3d8cJ2l'
const passkeyRequest = {
  options: {
    rpId: 'sightline.example',
    challenge,
    timeout: 60_000,
    userVerification: 'preferred',
  },
}

const backupCodes = ['v3HqT-9sLkW', 'b8XcZ-2mNpR']

/** Whole answers about the account and the program, by operation. */
export const ACCOUNT_EXAMPLES = {
  readPlans: { answers: { 200: { example: { plans: PLANS } } } },
  readUsage: {
    answers: {
      200: {
        examples: { short: { summary: 'Two of the thirty days', value: usageReport } },
      },
    },
  },
  readAuditLog: { answers: { 200: { example: auditLog } } },
  readMe: { answers: { 200: { example: ownAccount } } },
  changeMe: { answers: { 200: { example: ownAccount } } },
  chooseWorkspace: { answers: { 200: { example: { workspaceId: WORKSPACE.id } } } },
  listSessions: { answers: { 200: { example: { sessions: [session] } } } },
  endSession: { answers: { 200: { example: { deleted: true, id: session.id } } } },
  endOtherSessions: { answers: { 200: { example: { deleted: 2 } } } },
  listViews: { answers: { 200: { example: savedViews } } },
  saveView: { answers: { 200: { example: savedViews } } },
  deleteView: { answers: { 200: { example: { views: [] } } } },
  listKeys: { answers: { 200: { example: { keys: [ownKey] } } } },
  createKey: {
    answers: {
      201: { example: { key: ownKey, value: 'sl_live_4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P' } },
    },
  },
  revokeKey: { answers: { 200: { example: { deleted: true, id: ownKey.id } } } },
  listPeople: { answers: { 200: { example: people } } },
  changePerson: {
    answers: { 200: { example: { id: 'psn_9sWd4fTq1Zb7Kx0Pq2Lr', role: 'viewer' } } },
  },
  removePerson: {
    answers: { 200: { example: { deleted: true, id: 'psn_9sWd4fTq1Zb7Kx0Pq2Lr' } } },
  },
  createWorkspace: { answers: { 201: { example: { workspace: WORKSPACE } } } },
  renameWorkspace: { answers: { 200: { example: { workspace: WORKSPACE } } } },
  listInvitations: { answers: { 200: { example: { invitations: [invitation] } } } },
  createInvitation: {
    answers: {
      201: {
        example: {
          invitation,
          link: 'https://sightline.example/invitation?token=4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P',
          mailed: true,
        },
      },
    },
  },
  deleteInvitation: { answers: { 200: { example: { deleted: true, id: invitation.id } } } },
  acceptInvitation: { answers: { 200: { example: { joined: true } } } },
  readInvitation: {
    answers: {
      200: {
        example: {
          state: 'usable',
          workspace: 'Main workspace',
          email: invitation.email,
          role: 'editor',
          invitedBy: 'Ada',
          expiresAt: invitation.expiresAt,
          hasAccount: false,
        },
      },
    },
  },
  acceptInvitationAnew: { answers: { 200: { example: { signedIn: true } } } },
  requestPasswordReset: { answers: { 200: { example: { asked: true } } } },
  resetPassword: { answers: { 200: { example: { changed: true } } } },
  enableSecondFactor: {
    answers: {
      200: {
        example: {
          uri: 'otpauth://totp/Sightline:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Sightline&digits=6&period=30',
          backupCodes,
        },
      },
    },
  },
  verifySecondFactor: { answers: { 200: { example: { signedIn: true } } } },
  verifyBackupCode: { answers: { 200: { example: { signedIn: true } } } },
  makeBackupCodes: { answers: { 200: { example: { backupCodes } } } },
  disableSecondFactor: { answers: { 200: { example: { signedIn: true } } } },
  readSignInWays: {
    answers: {
      200: {
        example: {
          oidc: { name: 'Example Corp' },
          passkeys: { host: 'sightline.example' },
          mail: true,
        },
      },
    },
  },
  signInByOidc: {
    answers: {
      200: {
        example: {
          url: 'https://id.example.com/authorize?client_id=sightline&response_type=code',
        },
      },
    },
  },
  listPasskeys: { answers: { 200: { example: { passkeys: [passkey] } } } },
  beginPasskey: {
    answers: {
      200: {
        example: {
          options: {
            rp: { name: 'Sightline', id: 'sightline.example' },
            user: {
              id: 'ZDhjMmowdmIz',
              name: 'ada@example.com',
              displayName: 'ada@example.com',
            },
            challenge,
            pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          },
        },
      },
    },
  },
  createPasskey: { answers: { 201: { example: { passkey } } } },
  deletePasskey: { answers: { 200: { example: { deleted: true, id: passkey.id } } } },
  beginPasskeySignIn: { answers: { 200: { example: passkeyRequest } } },
  signInByPasskey: { answers: { 200: { example: { signedIn: true } } } },
  signIn: { answers: { 200: { example: { signedIn: true, needs: null } } } },
  signOut: { answers: { 200: { example: { signedIn: false } } } },
  changePassword: { answers: { 200: { example: { signedIn: true } } } },
  readHealth: { answers: { 200: { example: { status: 'ok' } } } },
  readReadiness: { answers: { 200: { example: { status: 'ok' } } } },
}
