import { test } from 'vitest'
import { crash } from '#test/faults/crashes.ts'
import { embeddedBooks } from '#test/faults/orders-databases.ts'

test('server, embedded database and chain killed under load: nothing acknowledged is lost, VAL stay, mails arrive', async ({
  annotate,
}) => {
  await annotate(await crash(embeddedBooks))
})
