import { z } from 'zod'
import { BlockView } from '#domain/accounts/blocks.schema.ts'
import * as desk from '#domain/accounts/desk.schema.ts'
import * as memberImport from '#domain/accounts/member-import.schema.ts'
import { MAX_IMPORT_CSV } from '#domain/accounts/member-import.ts'
import * as members from '#domain/accounts/members.schema.ts'
import * as passkeys from '#domain/accounts/passkeys.schema.ts'
import { ErasurePreview } from '#domain/accounts/privacy.schema.ts'
import * as welcome from '#domain/accounts/welcome.schema.ts'
import { type CallList, Id, MailLinkToken, Message, UserId } from '#domain/base/call.schema.ts'
import { MemberExport } from '#domain/member-export.schema.ts'

const FullOrPublicMember = z.union([members.FullMember, members.PublicMember])

export const accountsCalls = {
  'GET /api/users/:id': { audience: 'public', params: Id, answer: FullOrPublicMember },
  'GET /api/users': { audience: 'admin', query: members.MemberQuery, answer: z.array(members.FullMember) },
  'GET /api/users/overview': { audience: 'member', answer: members.MemberOverview },
  'PUT /api/users/:id': { audience: 'admin', params: Id, body: members.MemberChange, answer: members.FullMember },
  'DELETE /api/users/:id': { audience: 'admin', params: Id, answer: Message },
  'PUT /api/users/profile': {
    audience: 'member',
    body: members.ProfileChange,
    answer: members.UserInfo,
    whileSuspended: true,
  },
  'PUT /api/users/upgrade/:userId': {
    audience: 'member',
    params: UserId,
    answer: members.UserInfo,
    keepsCache: true,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/users/signin': {
    audience: 'public',
    body: members.Credentials,
    answer: members.UserInfo,
    keepsCache: true,
  },
  'POST /api/users/register': { audience: 'public', body: members.Registration, answer: Message },
  'POST /api/users/password-recovery': {
    audience: 'public',
    body: members.RecoveryRequest,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/users/password-replacement': { audience: 'public', body: members.PasswordReplacement, answer: Message },
  'POST /api/users/verification/:id': {
    audience: 'public',
    params: MailLinkToken,
    body: members.Verification,
    answer: members.VerifiedRecord,
    secret: true,
  },
  'GET /api/users/sellers': { audience: 'public', answer: z.array(members.PublicMember), cached: true },
  'GET /api/users/top-sellers': { audience: 'public', answer: z.array(members.PublicMember), cached: true },
  'POST /api/users/verification': {
    audience: 'public',
    body: members.VerificationMailRequest,
    answer: Message,
    keepsCache: true,
  },
  'POST /api/users/new-email/:id': { audience: 'public', params: MailLinkToken, answer: Message, secret: true },
  'POST /api/users/restore/:id': { audience: 'public', params: MailLinkToken, answer: Message, secret: true },
  'POST /api/users/signout': {
    audience: 'member',
    body: members.SignOut,
    answer: Message,
    keepsCache: true,
    atDesk: true,
    whileSuspended: true,
  },
  'POST /api/users/:id/secret': {
    audience: 'verified',
    params: Id,
    body: passkeys.RequiredProof,
    answer: members.WalletSecret,
  },
  'POST /api/users/invitation/:id': {
    audience: 'public',
    params: MailLinkToken,
    body: memberImport.InvitationAcceptance,
    answer: memberImport.AcceptedInvitation,
    secret: true,
  },
  'GET /api/users/:id/sessions': { audience: 'admin', params: Id, answer: members.MemberSessions },
  'DELETE /api/users/:id/sessions': { audience: 'admin', params: Id, answer: Message, keepsCache: true },

  'GET /api/passkeys': { audience: 'member', answer: passkeys.PasskeyList },
  'POST /api/passkeys/options': {
    audience: 'verified',
    body: members.PasswordConfirmation,
    answer: passkeys.CreationOptions,
    keepsCache: true,
    whileSuspended: true,
  },
  'POST /api/passkeys': {
    audience: 'verified',
    body: passkeys.NewPasskey,
    answer: passkeys.PasskeyView,
    keepsCache: true,
    whileSuspended: true,
  },
  'PUT /api/passkeys/:id': {
    audience: 'member',
    params: Id,
    body: passkeys.PasskeyChange,
    answer: passkeys.PasskeyView,
    keepsCache: true,
    whileSuspended: true,
  },
  'POST /api/passkeys/:id/remove': {
    audience: 'member',
    params: Id,
    body: passkeys.RequiredProof,
    answer: Message,
    keepsCache: true,
    whileSuspended: true,
  },
  'POST /api/passkeys/signin/options': { audience: 'public', answer: passkeys.SignatureOptions, keepsCache: true },
  'POST /api/passkeys/signin': {
    audience: 'public',
    body: passkeys.PasskeySignature,
    answer: members.UserInfo,
    keepsCache: true,
  },

  'GET /api/privacy/export': { audience: 'member', answer: MemberExport },
  'GET /api/privacy/erase': { audience: 'member', answer: ErasurePreview },
  'POST /api/privacy/erase': {
    audience: 'member',
    body: members.PasswordConfirmation,
    answer: Message,
    whileSuspended: true,
  },

  'GET /api/welcome': { audience: 'admin', answer: z.array(welcome.HeldWelcome) },
  'GET /api/welcome/own': { audience: 'member', answer: welcome.OwnWelcome },
  'POST /api/welcome/:id': { audience: 'admin', params: Id, answer: Message },
  'POST /api/members/import': {
    audience: 'admin',
    body: memberImport.MemberImport,
    answer: memberImport.MemberImportResult,
    bodyBytes: 2 * MAX_IMPORT_CSV,
    keepsCache: true,
  },

  'POST /api/desk/members': { audience: 'desk', body: desk.DeskRegistration, answer: desk.DeskCard },
  'PUT /api/desk/members/:id/card': { audience: 'admin', params: Id, body: desk.NewPin, answer: desk.DeskCard },
  'POST /api/desk/code': { audience: 'verified', answer: desk.DeskCode },
  'POST /api/desk/codes': { audience: 'desk', body: desk.DeskCodeRequest, answer: Message },
  'POST /api/desk/sessions': { audience: 'desk', body: desk.DeskSessionRequest, answer: desk.DeskSession },
  'GET /api/desk/news': { audience: 'desk', query: desk.DeskNewsQuery, answer: desk.DeskNews },
  'GET /api/desk/receipt': { audience: 'member', answer: desk.DeskReceipt, atDesk: true },

  'GET /api/blocks': { audience: 'member', answer: z.object({ blocks: z.array(BlockView) }) },
  'PUT /api/blocks/:userId': { audience: 'member', params: UserId, answer: Message, whileSuspended: true },
  'DELETE /api/blocks/:userId': { audience: 'member', params: UserId, answer: Message, whileSuspended: true },
} satisfies CallList
