import { connect } from '#server/platform/db/pool.ts'
import { makeWorker } from '#server/platform/jobs/worker.ts'
import { makeMailDelivery } from '#server/talk/mail/delivery.ts'
import { smtpSender } from '#server/talk/mail/smtp.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'

// A worker that sends mails in a separate process, for tests that kill it.
const [address = '{}', url = '', claimMs = ''] = process.argv.slice(2)
const db = connect(JSON.parse(address), { connections: 2 })
const { deliver } = makeMailDelivery({
  db,
  store: makeMailStore(db),
  send: smtpSender({ url, from: () => 'Piazza <piazza@esempio.test>', publicUrl: 'https://piazza.example' }),
  now: () => new Date(),
  surelyPassed: async () => new Date(0),
  report: () => undefined,
  claimMs: Number(claimMs),
})
const log = { debug: () => undefined, warn: () => undefined }
makeWorker({ db, tasks: { 'send-mail': deliver }, concurrency: 4, log }).start()
