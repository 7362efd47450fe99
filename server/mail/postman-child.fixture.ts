import { connect } from '#server/db/pool.ts'
import { makePostman } from '#server/mail/postman.ts'
import { smtpSender } from '#server/mail/smtp.ts'
import { makeOutboxStore } from '#server/mail/store.ts'

// A postman in a process of its own, for tests that kill it.
const [address = '{}', url = ''] = process.argv.slice(2)
makePostman({
  outbox: makeOutboxStore(connect(JSON.parse(address), { connections: 2 })),
  send: smtpSender({ url, from: 'Piazza <piazza@esempio.test>', publicUrl: 'https://piazza.example' }),
  now: () => new Date(),
  report: () => undefined,
  pollMs: 20,
}).start()
