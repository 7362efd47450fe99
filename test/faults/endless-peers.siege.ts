import { createECDH, randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { s3Storage } from '#server/market/uploads/s3.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { makePost } from '#server/platform/outgoing/post.ts'
import { httpTransport } from '#server/val/chain/client.ts'
import { absentChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { anEndlessServer, type EndlessAnswer } from '#test/endless-server.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { aJobWorker } from '#test/job-worker.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { aPictureFile, sendPicture } from '#test/pictures.ts'
import { size } from '#test/siege.ts'
import { aCertificate, hasOpenssl } from '#test/tls-database.ts'

const ROUNDS = size(3, 100)
const HERE = [{ address: '127.0.0.1', family: 4 }]
const MAX_GROWTH = 256 * 1024 * 1024

/** The member's browser is subscribed to a push service, which is called because a notice is unseen. */
const subscribe = async (db: Database, { id }: { id: string }, service: string): Promise<void> => {
  const curve = createECDH('prime256v1')
  await db.execute(sql`
    insert into notice (member_id, kind, text, link, created_at)
    values (${id}, 'round', 'Il prossimo giro è il 1° luglio', '/moneta', now())`)
  await db.execute(sql`
    insert into push_subscription (endpoint, member_id, session, p256dh, auth, created_at)
    select ${`${service}/send/1`}, ${id}, s.id, ${curve.generateKeys('base64url')}, ${randomBytes(16).toString('base64url')}, now()
    from member_session s where s.member_id = ${id}`)
}

test.skipIf(!hasOpenssl).for<EndlessAnswer>(['is silent', 'drips', 'floods'])(
  'mail server, mailbox, push service, object store and node of the chain that %s: pages, calls and other jobs go on, in bounded memory',
  async (how, { annotate }) => {
    const mails = await anEndlessServer(how, { greeting: '220-', speaksFirst: true })
    const mailbox = await anEndlessServer(how, { greeting: '* OK ', speaksFirst: true })
    const certificate = aCertificate()
    const pushes = await anEndlessServer(how, { certificate })
    const [store, node] = [await anEndlessServer(how), await anEndlessServer(how)]
    const piazza = await anOwnPiazza({
      env: {
        // Push services want the address of a site with https.
        PUBLIC_URL: 'https://piazza.example',
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        MAIL_IN_URL: `imap://risposte:segreto@127.0.0.1:${mailbox.port}`,
        MAIL_IN_ADDRESS: 'risposte@example.org',
        RATE_LIMITS: 'off',
      },
      storage: s3Storage({
        endpoint: store.url,
        region: 'r',
        bucket: 'b',
        accessKeyId: 'k',
        secretAccessKey: 's',
        publicUrl: store.url,
      }),
      chain: absentChain(httpTransport(node.url)),
      post: makePost({ resolve: async () => HERE, mayCall: () => true, ca: certificate.cert.toString() }),
    })
    const member = await piazza.aMember({ hasAd: true })
    await subscribe(piazza.db, member, pushes.url)
    const picture = await aPictureFile()
    const before = process.memoryUsage().rss
    for (let round = 0; round < ROUNDS; round++) {
      await piazza.call('POST', '/api/users/password-recovery', { body: { email: member.email } })
      await piazza.aPicture(member, { unusedSince: new Date(Date.now() - 48 * 60 * 60_000) })
      await jobs.add(piazza.db, 'remove-unused-pictures', {})
      await jobs.add(piazza.db, 'follow-chain', {})
      await jobs.add(piazza.db, 'send-push', { memberId: member.id })
      const { id } = await piazza.aListing({ by: member })
      await piazza.db.execute(sql`update listing set expires_at = now() where id = ${id}`)
      await jobs.add(piazza.db, 'expire-listings', {})
      const uploaded = sendPicture(piazza.origin, member.token, picture)
      await jobsDone(piazza.db, 'expire-listings')
      expect(await piazza.db.query(sql`select expired from listing where id = ${id}`)).toEqual([{ expired: true }])
      for (const path of ['/api/products', '/api/orders/mine'])
        expect((await piazza.call('GET', path, { token: member.token })).status).toBe(200)
      expect([200, 503]).toContain((await uploaded).status)
    }
    const called = { mails, mailbox, pushes, store, node }
    const notCalled = () => Object.entries(called).flatMap(([name, { calls }]) => (calls() === 0 ? [name] : []))
    await vi.waitFor(() => expect(notCalled()).toEqual([]), 60_000)
    const growth = process.memoryUsage().rss - before
    expect(growth).toBeLessThan(MAX_GROWTH)
    await annotate(
      `${mails.calls()} mail, ${mailbox.calls()} volte la casella, ${pushes.calls()} push, ${store.calls()} immagini, ${node.calls()} chiamate alla catena`,
    )
  },
)

test('twenty jobs that never end leave the places of their worker at the deadline', async () => {
  const db = await aDatabase()
  let begun = 0
  const tasks = {
    'tell-favourites': () => {
      begun++
      return new Promise(() => undefined)
    },
    'send-digests': async () => undefined,
  }
  for (let number = 0; number < 20; number++)
    await jobs.add(db, 'tell-favourites', { newsId: `${number}` }, { key: `endless ${number}` })
  await jobs.add(db, 'send-digests', {})
  aJobWorker(db, tasks, { concurrency: 2, deadlineMs: 500 })
  await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(20), 120_000)
  await jobsDone(db, 'send-digests')
})
