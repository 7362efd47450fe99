import type { Member } from '#domain/accounts/access.ts'
import { TREASURY_NAME } from '#domain/accounts/members.ts'
import type { makeMemberExportStore } from '#server/accounts/members/export-store.ts'
import {
  type Column,
  LISTING_COLUMNS,
  MEMBER_COLUMNS,
  MOVEMENT_COLUMNS,
  type MovementRow,
  ORDER_COLUMNS,
} from '#server/association/exports/columns.ts'
import type { makeOrderExportStore } from '#server/exchange/orders/export-store.ts'
import type { makeListingExportStore } from '#server/market/listings/export-store.ts'
import type { Audit } from '#server/platform/audit.ts'
import { CSV_START, csvRow, csvText } from '#server/platform/csv/write.ts'
import type { FiguresStore } from '#server/val/currency/figures-store.ts'

// Read in pages by cursor, so that memory and locks do not grow with the table. Small pages are collected before the garbage
// collector promotes them to the old generation, which it rarely cleans.
const PAGE = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Parts = ReturnType<typeof makeMemberExportStore> &
  ReturnType<typeof makeListingExportStore> &
  ReturnType<typeof makeOrderExportStore> &
  FiguresStore & { treasury: string; audit: Audit }

type Reading<Row, Key> = {
  first: Key
  read: (after: Key, size: number) => Promise<Row[]>
  keyOf: (row: Row) => Key
}

async function* toCsv<Row, Key>(columns: Column<Row>[], reading: Reading<Row, Key>): AsyncGenerator<string> {
  const { first, read, keyOf } = reading
  yield CSV_START + csvRow(columns.map(([heading]) => csvText(heading)))
  for (let after = first; ; ) {
    const rows = await read(after, PAGE)
    const last = rows.at(-1)
    if (last) {
      yield rows.map((row) => csvRow(columns.map(([, cell]) => cell(row)))).join('')
      after = keyOf(last)
    }
    if (rows.length < PAGE) return
  }
}

/** Exports tables as CSV for the association. Every export is audited. */
export const makeExports = (parts: Parts) => {
  const { membersAfter, namesOfAccounts, listingsAfter, ordersAfter, events, treasury, audit } = parts

  const movementsAfter = async (position: number, size: number): Promise<MovementRow[]> => {
    const rows = await events(position, size)
    const names = await namesOfAccounts([...new Set(rows.flatMap(({ sender, recipient }) => [sender, recipient]))])
    const nameOf = (account: string) => (account === treasury ? TREASURY_NAME : (names.get(account) ?? account))
    return rows.map((row) => ({ ...row, from: nameOf(row.sender), to: nameOf(row.recipient) }))
  }

  const exportOf =
    <Row, Key>(
      table: 'members' | 'listings' | 'orders' | 'movements',
      columns: Column<Row>[],
      reading: Reading<Row, Key>,
    ) =>
    async (viewer: Member) => {
      await audit.record({ actor: viewer.id, action: `export.${table}`, subject: table })
      return toCsv(columns, reading)
    }

  return {
    members: exportOf('members', MEMBER_COLUMNS, { first: FIRST_ID, read: membersAfter, keyOf: ({ id }) => id }),
    listings: exportOf('listings', LISTING_COLUMNS, { first: 0, read: listingsAfter, keyOf: ({ number }) => number }),
    orders: exportOf('orders', ORDER_COLUMNS, { first: 0, read: ordersAfter, keyOf: ({ number }) => number }),
    movements: exportOf('movements', MOVEMENT_COLUMNS, {
      first: 0,
      read: movementsAfter,
      keyOf: ({ position }) => position,
    }),
  }
}
