import type { z } from 'zod'
import type {
  AddedAuditPart,
  AuditDeleted,
  AuditList,
  AuditObject,
  AuditPartCreation,
  AuditPartObject,
} from '../schemas/audit.ts'
import { ANALYSIS_WORDS } from './analyses/index.ts'

const begun: z.input<typeof AuditObject> = {
  id: 'aud_4fTq1Zb7Kx0Pq2Lr9sWd',
  url: 'https://example.com/',
  fetchedUrl: 'https://www.example.com/',
  statusCode: 200,
  score: 87,
  grade: 'B',
  region: 'eu-west',
  createdAt: '2026-02-01T12:00:00.000Z',
  parts: ['audit'],
  figures: { failedChecks: 7, words: 412 },
}

const figures: z.input<typeof AuditObject>['figures'] = {
  ...begun.figures,
  accessibilityScore: 93,
  securityScore: 75,
  performanceScore: 91,
  firstContentfulPaintMs: 1_203,
  largestContentfulPaintMs: 1_840.4,
  totalBlockingMs: 48,
  layoutShift: 0.012,
  speedIndexMs: 1_422,
  firstByteMs: 84.2,
  domContentLoadedMs: 412.7,
  loadMs: 803.5,
  requests: 31,
  transferBytes: 512_840,
}

const whole: z.input<typeof AuditObject> = {
  ...begun,
  parts: ['accessibility', 'audit', 'lighthouse-mobile', 'security-headers', 'waterfall'],
  figures,
}

const part: z.input<typeof AuditPartObject> = {
  part: 'lighthouse-mobile',
  createdAt: '2026-02-01T12:00:14.000Z',
  result: { ...ANALYSIS_WORDS.lighthouse.example, region: 'eu-west' },
}

const asked: z.input<typeof AuditPartCreation> = { part: 'lighthouse-mobile' }
const added: z.input<typeof AddedAuditPart> = { ...part, kept: true, figures }
const list: z.input<typeof AuditList> = { total: 1, page: 1, per: 50, audits: [whole] }
const deleted: z.input<typeof AuditDeleted> = { deleted: true, id: whole.id, url: whole.url }

export const AUDIT_EXAMPLES = {
  createAudit: {
    request: { example: { url: 'https://example.com/' } },
    answers: { 201: { example: begun } },
  },
  listAudits: { answers: { 200: { example: list } } },
  readAudit: { answers: { 200: { example: whole } } },
  deleteAudit: { answers: { 200: { example: deleted } } },
  addAuditPart: { request: { example: asked }, answers: { 200: { example: added } } },
  readAuditPart: { answers: { 200: { example: part } } },
}
