import { test } from 'vitest'
import { crash } from '#test/faults/crashes.ts'
import { postgres15Database } from '#test/faults/killable-databases.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'

test.runIf(hasPostgres15)(
  'server, PostgreSQL 15 and chain killed under load: nothing acknowledged is lost, balances are right, mails arrive',
  async ({ annotate }) => {
    await annotate(await crash(postgres15Database))
  },
)
