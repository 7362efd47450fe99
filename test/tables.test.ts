import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { files, isIn, isTest, ROOT, server, textOf } from '#test/source-files.ts'

// Each table has one owner, the subject whose store writes it (docs/architecture.md).

const TABLE_OWNERS: Record<string, string> = {
  alert: 'alerts',
  alert_match: 'alerts',
  audit: 'audit',
  category: 'listings',
  chain_cursor: 'wallet',
  chain_transaction: 'wallet',
  comune: 'places',
  decision: 'reports',
  desk_card: 'desk',
  desk_code: 'desk',
  consent: 'audit',
  evaporation_round: 'currency',
  inbound_mail: 'inbound',
  reply_address: 'inbound',
  favourite: 'favourites',
  favourite_news: 'favourites',
  known_network: 'sessions',
  gift_import: 'treasury',
  idempotency: 'idempotency',
  job_schedule: 'jobs',
  listing: 'listings',
  listing_block_tally: 'search',
  listing_comune_tally: 'search',
  listing_end_told: 'listings',
  listing_facet: 'search',
  listing_life: 'freshness',
  listing_lexeme: 'search',
  listing_tally: 'listings',
  listing_view: 'listings',
  listing_word: 'search',
  mail: 'mail',
  mail_failure: 'mail',
  mail_link: 'members',
  member: 'members',
  member_block: 'blocks',
  member_invitation: 'import',
  member_session: 'sessions',
  member_transfer: 'transfers',
  message: 'threads',
  missed_search: 'sought',
  newsletter: 'newsletter',
  newsletter_recipient: 'newsletter',
  newsletter_subscriber: 'newsletter',
  notice: 'notices',
  notice_preference: 'notices',
  order_feedback: 'feedback',
  order_item: 'orders',
  orders: 'orders',
  page_text: 'texts',
  passkey: 'passkeys',
  passkey_challenge: 'passkeys',
  payment: 'payments',
  province: 'places',
  report: 'reports',
  retention: 'retention',
  push_subscription: 'push',
  review: 'reviews',
  ring: 'rings',
  ring_edge: 'rings',
  ring_part: 'rings',
  ring_rest: 'rings',
  token_balance: 'currency',
  token_balance_count: 'currency',
  token_band: 'currency',
  token_event: 'currency',
  token_month: 'currency',
  token_publication: 'currency',
  token_published_balance: 'currency',
  token_published_day: 'currency',
  token_round: 'currency',
  token_total: 'currency',
  saved_search: 'search',
  part_status: 'status',
  dashboard_figures: 'dashboard',
  backup: 'status',
  moved_database: 'db',
  settings: 'settings',
  stream_cursor: 'stream',
  stream_event: 'stream',
  synonym: 'synonyms',
  synonym_group: 'synonyms',
  thread: 'threads',
  treasury_gift: 'treasury',
  upload: 'uploads',
  val_request: 'transfers',
  val_movement: 'wallet',
  welcome_mark: 'members',
}

// Joins that spare a second statement (the public name of a seller, buyer or reviewer, the listings a search is about),
// and locks of the member.
const FOREIGN_READS = [
  'alerts reads listing',
  'alerts reads member',
  'alerts reads member_block',
  'audit reads member',
  'backups reads listing',
  'backups reads member',
  'backups reads token_balance',
  'blocks reads member',
  'desk reads member',
  'favourites reads listing',
  'favourites reads member',
  'favourites reads member_block',
  'feedback reads member',
  'feedback reads order_item',
  'freshness reads listing',
  'import reads mail_link',
  'import reads member',
  'listings reads comune',
  'listings reads member',
  'notices reads listing',
  'notices reads member',
  'orders reads listing',
  'orders reads member',
  'orders reads order_feedback',
  'orders reads review',
  'references reads listing',
  'references reads member',
  'references reads member_transfer',
  'references reads message',
  'references reads order_item',
  'references reads orders',
  'references reads val_request',
  'reports reads member',
  'reviews reads listing',
  'reviews reads member',
  'rings reads listing',
  'rings reads member',
  'rings reads member_block',
  'rings reads orders',
  'search reads alert',
  'search reads category',
  'search reads comune',
  'search reads listing',
  'search reads listing_tally',
  'search reads synonym',
  'sessions reads member',
  'sought reads listing',
  'stream reads message',
  'threads reads listing',
  'threads reads member',
  'transfers reads member',
  'wallet reads member',
]
// The wallet's columns (account, account_key) are part of the member's row; an import creates members.
const FOREIGN_WRITES = ['import writes member', 'wallet writes member']

describe('tables', () => {
  const STATEMENT = /\b(insert into|update|delete from|truncate|from|join|using)\s+(\w+)\b(?!\()/g
  const WRITES = ['insert into', 'update', 'delete from', 'truncate']
  const COMMA_JOIN = /\b(from\s+\w+(?:\s+\w+)?),/g
  const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g

  const uses = files
    .filter((file) => isIn('server')(file) && !isTest(file))
    .flatMap((file) =>
      [...textOf(file).replace(COMMENT, '').replace(COMMA_JOIN, '$1 join').matchAll(STATEMENT)]
        .map(([, verb = '', table = '']) => ({ file, table, verb: WRITES.includes(verb) ? 'writes' : 'reads' }))
        .filter(({ table }) => table in TABLE_OWNERS),
    )
  const foreign = (verb: string) => {
    const found = uses.filter((use) => use.verb === verb && server(use.file).subject !== TABLE_OWNERS[use.table])
    return [...new Set(found.map(({ file, table }) => `${server(file).subject} ${verb} ${table}`))].toSorted()
  }

  test('every table has an owner', () => {
    const migrations = globSync('server/platform/db/migrations/*.sql', { cwd: ROOT })
    const named = (statement: RegExp) =>
      migrations.flatMap((file) => [...textOf(file).matchAll(statement)].map(([, name = '']) => name))
    const dropped = named(/^drop table (\w+)/gm)
    const tables = named(/^create table (\w+)/gm).filter((name) => !dropped.includes(name))
    expect(tables.toSorted()).toEqual(Object.keys(TABLE_OWNERS).toSorted())
  })

  test('a table is written only by its owner', () => {
    expect(foreign('writes')).toEqual(FOREIGN_WRITES)
  })

  test('a table is read by its owner, or by the listed joins', () => {
    expect(foreign('reads')).toEqual(FOREIGN_READS)
  })

  test('statements are in store files, in the search and in two files that belong to a store', () => {
    const exceptions = ['server/market/listings/rows.ts', 'server/val/wallet/reseal.ts']
    const elsewhere = uses.filter(
      ({ file }) => !/(\/|-)store\.ts$/.test(file) && !isIn('server/market/search')(file) && !exceptions.includes(file),
    )
    expect([...new Set(elsewhere.map(({ file }) => file))]).toEqual([])
  })
})
