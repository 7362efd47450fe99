import { z } from 'zod'
import { BackupRequest } from '#domain/association/backups.schema.ts'
import { Dashboard } from '#domain/association/dashboard.schema.ts'
import * as texts from '#domain/association/page-texts.schema.ts'
import * as reports from '#domain/association/reports.schema.ts'
import { AssociationSettings } from '#domain/association/settings.schema.ts'
import { Status } from '#domain/association/status.schema.ts'
import { ByteStream, type CallList, Id, Message, TextStream } from '#domain/base/call.schema.ts'

export const associationCalls = {
  'GET /api/config/google': { audience: 'public', answer: z.string() },
  'GET /api/dashboard': { audience: 'admin', answer: Dashboard },
  'GET /api/export/members.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/export/listings.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/export/orders.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'GET /api/export/movements.csv': { audience: 'admin', answer: TextStream, streamed: true },
  'POST /api/backups': {
    audience: 'admin',
    body: BackupRequest,
    answer: ByteStream,
    streamed: true,
    keepsCache: true,
  },
  'POST /api/reports': { audience: 'public', body: reports.ReportRequest, answer: reports.ReportReceipt },
  'GET /api/reports': { audience: 'moderator', query: reports.ReportQuery, answer: reports.ReportPage },
  'POST /api/reports/:id/decision': {
    audience: 'moderator',
    params: Id,
    body: reports.DecisionRequest,
    answer: reports.ReportView,
  },

  'GET /api/decisions': { audience: 'admin', answer: reports.Objections },
  'GET /api/decisions/:id': { audience: 'member', params: Id, answer: reports.DecisionView, atDesk: true },
  'POST /api/decisions/:id/objection': {
    audience: 'member',
    params: Id,
    body: reports.ObjectionRequest,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/decisions/:id/review': {
    audience: 'admin',
    params: Id,
    body: reports.ReviewOfDecision,
    answer: reports.DecisionView,
  },

  'GET /api/settings': { audience: 'admin', answer: AssociationSettings },
  'PUT /api/settings': { audience: 'admin', body: AssociationSettings, answer: AssociationSettings },
  'GET /api/status': { audience: 'admin', answer: Status },
  'GET /api/audit': { audience: 'admin', query: reports.AuditQuery, answer: reports.AuditPage },
  'GET /api/pages/:page': { audience: 'public', params: texts.TextPageName, answer: texts.PageText },
  'PUT /api/pages/:page': {
    audience: 'admin',
    params: texts.TextPageName,
    body: texts.PageTextChange,
    answer: texts.PageText,
  },

  'GET /api/terms': { audience: 'member', answer: texts.TermsState },
  'POST /api/terms': { audience: 'member', body: texts.TermsAcceptance, answer: Message, whileSuspended: true },
  'PUT /api/users/:id/suspension': {
    audience: 'admin',
    params: Id,
    body: reports.SuspensionRequest,
    answer: reports.SuspensionView,
  },

  'DELETE /api/users/:id/suspension': { audience: 'admin', params: Id, answer: Message },
} satisfies CallList
