import { z } from 'zod'
import * as passkeys from '#domain/accounts/passkeys.schema.ts'
import { type CallList, Id, Message, TextStream } from '#domain/base/call.schema.ts'
import { CurrencyFigures, Round, RoundDate, RoundPage, RoundQuery } from '#domain/val/currency.schema.ts'
import { PasskeyQuestion } from '#domain/val/passkey-questions.schema.ts'
import * as transfers from '#domain/val/transfers.schema.ts'
import * as treasury from '#domain/val/treasury.schema.ts'
import { MAX_GIFT_CSV } from '#domain/val/treasury.ts'
import { KnownBalance, Statement, StatementFilter, StatementQuery, WalletView } from '#domain/val/wallet.schema.ts'

export const valCalls = {
  'GET /api/wallet': { audience: 'verified', answer: WalletView, atDesk: true },
  'GET /api/wallet/balance': { audience: 'verified', answer: KnownBalance, atDesk: true },
  'GET /api/wallet/statement': { audience: 'verified', query: StatementQuery, answer: Statement, atDesk: true },
  'GET /api/wallet/statement.csv': { audience: 'verified', query: StatementFilter, answer: z.string() },
  'POST /api/wallet/transfers': {
    audience: 'verified',
    body: transfers.TransferToMember,
    answer: transfers.TransferResult,
    pending: true,
    atDesk: true,
  },
  'GET /api/wallet/transfers/:id': {
    audience: 'verified',
    params: Id,
    answer: transfers.TransferResult,
    pending: true,
    atDesk: true,
  },
  'GET /api/wallet/recipients': {
    audience: 'verified',
    query: transfers.PayeeQuery,
    answer: transfers.PayeeSuggestions,
    atDesk: true,
  },
  'GET /api/wallet/recipients/:username': {
    audience: 'verified',
    params: transfers.RecipientName,
    answer: transfers.Recipient,
    atDesk: true,
  },
  'POST /api/wallet/requests': {
    audience: 'verified',
    body: transfers.NewValRequest,
    answer: transfers.ValRequestView,
    atDesk: true,
  },
  'GET /api/wallet/requests': {
    audience: 'verified',
    query: transfers.ValRequestQuery,
    answer: transfers.ValRequestPage,
    atDesk: true,
  },
  'POST /api/wallet/requests/:id/pay': {
    audience: 'verified',
    params: Id,
    body: transfers.OptionalProof,
    answer: transfers.TransferResult,
    pending: true,
    atDesk: true,
  },

  'POST /api/wallet/requests/:id/decline': { audience: 'verified', params: Id, answer: Message, atDesk: true },
  'POST /api/wallet/requests/:id/withdraw': {
    audience: 'verified',
    params: Id,
    answer: Message,
    atDesk: true,
    whileSuspended: true,
  },
  'GET /api/currency': { audience: 'public', answer: CurrencyFigures },
  'GET /api/currency/days.csv': { audience: 'public', answer: z.string() },
  'GET /api/currency/balances.csv': { audience: 'public', answer: TextStream, streamed: true },
  'GET /api/currency/rounds': { audience: 'public', query: RoundQuery, answer: RoundPage },
  'POST /api/currency/rounds': { audience: 'admin', body: RoundDate, answer: Round },
  'DELETE /api/currency/rounds/:date': { audience: 'admin', params: RoundDate, answer: Message },
  'GET /api/treasury': { audience: 'admin', answer: treasury.Treasury },
  'GET /api/treasury/history': { audience: 'admin', query: treasury.HistoryQuery, answer: treasury.TreasuryHistory },
  'POST /api/treasury/gifts': {
    audience: 'admin',
    body: treasury.Gift,
    answer: treasury.GiftResult,
    pending: true,
  },
  'POST /api/treasury/gifts/:id/approve': { audience: 'admin', params: Id, answer: Message },
  'POST /api/treasury/gifts/:id/revoke': { audience: 'admin', params: Id, answer: Message },
  'GET /api/treasury/recipients/:username': {
    audience: 'admin',
    params: transfers.RecipientName,
    answer: treasury.GiftRecipient,
  },

  'POST /api/treasury/gifts/import': {
    audience: 'admin',
    body: treasury.GiftImport,
    answer: treasury.GiftImportResult,
    bodyBytes: 2 * MAX_GIFT_CSV,
  },
  'POST /api/treasury/mint': { audience: 'admin', body: treasury.Mint, answer: treasury.MintResult, pending: true },
  'POST /api/passkeys/confirmation': {
    audience: 'member',
    body: PasskeyQuestion,
    answer: passkeys.SignatureOptions,
    keepsCache: true,
    whileSuspended: true,
  },
} satisfies CallList
