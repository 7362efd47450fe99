import { test } from 'vitest'
import { crash } from '#test/faults/crashes.ts'
import { postgres15Books } from '#test/faults/orders-databases.ts'
import { hasPostgres15 } from '#test/postgres-15.ts'

test.runIf(hasPostgres15)(
  'server, PostgreSQL 15 and chain killed under load: nothing acknowledged is lost, VAL stay, mails arrive',
  async ({ annotate }) => {
    await annotate(await crash(postgres15Books))
  },
)
