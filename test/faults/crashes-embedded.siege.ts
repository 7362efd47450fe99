import { test } from 'vitest'
import { crash } from '#test/faults/crashes.ts'
import { embeddedDatabase } from '#test/faults/killable-databases.ts'

test('server, embedded database and chain killed under load: nothing acknowledged is lost, balances are right, mails arrive', async ({
  annotate,
}) => {
  await annotate(await crash(embeddedDatabase))
})
