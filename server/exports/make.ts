import { makeFiguresStore } from '#server/currency/figures-store.ts'
import type { Database } from '#server/db/pool.ts'
import { makeExports } from '#server/exports/service.ts'
import { makeListingExportStore } from '#server/listings/export-store.ts'
import { makeMemberExportStore } from '#server/members/export-store.ts'
import { makeOrderExportStore } from '#server/orders/export-store.ts'
import type { Records } from '#server/records/service.ts'

type Parts = { db: Database; treasury: string; records: Pick<Records, 'audit'> }

export const makeExportServices = ({ db, treasury, records }: Parts) =>
  makeExports({
    ...makeMemberExportStore(db),
    ...makeListingExportStore(db),
    ...makeOrderExportStore(db),
    ...makeFiguresStore(db),
    treasury,
    records,
  })
