import { expect, test } from 'vitest'
import { DELETED_MEMBER_NAME } from '#domain/accounts/members.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { RING_MESSAGES } from '#domain/exchange/rings.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { whileMemberIsLocked } from '#test/lock-waits.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { aPiazzaWithAgreements, makeOld, ringsAmong } from '#test/rings.ts'

const PASSWORD = 'una-password-lunga-e-segreta'

test('one closes a request: the ring breaks, what had begun stays open, and each gets one mail that says so', async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people, requests, offers, id } = await piazza.anAgreedRing(3)
  const [ada, bea, ciro] = people
  const [trapano, divano, chitarra] = requests
  await piazza.step(ciro, 'handover', chitarra)
  const before = await Promise.all(people.map(async (person) => (await piazza.mails(person)).length))
  expect(await piazza.step(bea, 'cancel', trapano, { reason: 'Mi trasferisco' })).toMatchObject({ status: 200 })
  await piazza.followed()

  expect(await piazza.see(ada, trapano)).toMatchObject({ state: 'closed', cancelledBy: bea.id, ring: null })
  expect(await piazza.see(ciro, divano)).toMatchObject({
    state: 'closed',
    cancelledBy: null,
    cancelReason: RING_MESSAGES.broken,
  })
  expect(await piazza.see(ada, chitarra)).toMatchObject({ state: 'agreed', ring: null, ringMembers: 0, turn: ada.id })
  expect(await Promise.all(offers.map(piazza.stockOf))).toEqual([1, 1, 0])
  const [view] = await piazza.ringsOf(ada)
  expect(view).toMatchObject({ _id: id, state: 'ended', agreedAt: expect.any(String) })
  expect(view?.parts.map(({ isClosed }) => isClosed)).toEqual([true, true, false])

  const after = await Promise.all(people.map(async (person) => (await piazza.mails(person)).length))
  expect(after).toEqual(before.map((count) => count + 1))
  const open = 'è già cominciata, quindi la richiesta resta aperta'
  const closed = 'la richiesta si chiude con l’anello, perché non era ancora successo niente'
  const toAda = await piazza.lastMail(ada)
  expect(toAda).toContain(
    `«Trapano», per Bottega ${bea.username}: Bottega ${bea.username} ha chiuso la richiesta. Il motivo: Mi trasferisco`,
  )
  expect(toAda).toContain(`«Chitarra», da Bottega ${ciro.username}: ${open}`)
  expect(toAda).toContain('«Qualcosa non va»')
  const toBea = await piazza.lastMail(bea)
  expect(toBea).toContain(`«Trapano», da Bottega ${ada.username}: hai chiuso tu la richiesta`)
  expect(toBea).toContain(`«Divano», per Bottega ${ciro.username}: ${closed}`)
  expect(toBea).not.toContain('«Qualcosa non va»')
  const toCiro = await piazza.lastMail(ciro)
  expect(toCiro).toContain(`«Chitarra», per Bottega ${ada.username}: ${open}`)
  expect(toCiro).toContain(`«Divano», da Bottega ${bea.username}: ${closed}`)
  expect(toCiro).not.toContain('Mi trasferisco')

  // The request that is left ends like any other; the same ring is not proposed again.
  expect(await piazza.step(ada, 'deliver', chitarra)).toMatchObject({ status: 200 })
  await piazza.followed()
  for (const person of people) expect(await piazza.ringsOf(person)).toHaveLength(1)
})

test('a request with an open problem stays open when its ring breaks', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people, requests } = await piazza.anAgreedRing(3)
  const [, bea, ciro] = people
  await piazza.step(ciro, 'problem', requests[1])
  await piazza.step(bea, 'cancel', requests[0])
  await piazza.followed()
  expect(await piazza.see(bea, requests[1])).toMatchObject({ state: 'agreed', problem: { by: ciro.id } })
  const text = await piazza.lastMail(bea)
  expect(text).toMatch(/«Divano».*la richiesta resta aperta. L’associazione/)
  expect(text).not.toContain('è già cominciata')
})

test('a ring whose requests expire or are deleted breaks too, with one mail each', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithAgreements()
  const admin = await piazza.aMember({ isAdmin: true })
  const deleted = await piazza.anAgreedRing(2)
  expect(await piazza.step(admin, 'remove', deleted.requests[0])).toMatchObject({ status: 200 })
  await piazza.followed()
  expect((await piazza.ringsOf(deleted.people[0]))[0]).toMatchObject({ state: 'ended' })
  expect(await piazza.lastMail(deleted.people[0])).toContain('l’amministrazione ha cancellato la richiesta')
  await piazza.db.execute(sql`delete from listing`)

  const expired = await piazza.anAgreedRing(3)
  piazza.passDays(14)
  await jobs.add(piazza.db, 'follow-up-requests', {})
  await jobsDone(piazza.db, 'follow-up-requests')
  await piazza.followed()
  for (const person of expired.people) {
    expect((await piazza.ringsOf(person))[0]).toMatchObject({ state: 'ended' })
    expect(await piazza.mails(person)).toHaveLength(2)
    expect(await piazza.lastMail(person)).toContain('la richiesta è scaduta')
  }
  const [other] = await piazza.db.query<{ count: number }>(sql`
    select count(*) from orders where ring_id is not null or state not in ('closed', 'expired')`)
  expect(other?.count).toBe(0)
})

test('several close at once and the job runs several times: the ring breaks once', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people, requests, id } = await piazza.anAgreedRing(4)
  const breaking = Array.from({ length: 4 }, () => piazza.runRingJobs(id))
  const closing = people.map((person, index) => piazza.step(person, 'cancel', requests[index] ?? ''))
  await Promise.all([...closing, ...breaking])
  await piazza.followed()
  for (const person of people) {
    expect((await piazza.subjects(person)).filter((subject) => subject.endsWith('si è sciolto'))).toHaveLength(1)
    expect((await piazza.ringsOf(person))[0]).toMatchObject({ state: 'ended' })
  }
  expect(await piazza.db.query(sql`select from orders where state <> 'closed' or ring_id is not null`)).toEqual([])
  expect(await piazza.db.query(sql`select from listing where section = 'offro' and stock <> 1`)).toEqual([])
})

test('an agreed ring in which nothing has ended is left alone', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people, id } = await piazza.anAgreedRing(2)
  await piazza.runRingJobs(id)
  expect((await piazza.ringsOf(people[0]))[0]).toMatchObject({ state: 'agreed' })
  expect(await piazza.mails(people[0])).toHaveLength(1)
})

test('breaking a ring locks its members before its requests', { tags: 'slow' }, async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people, requests, id } = await piazza.anAgreedRing(2)
  const { db } = piazza
  await db.execute(sql`update orders set cancelled_at = now() where id = ${requests[0]}`)
  const lockRequest = () => db.execute(sql`select from orders where id = ${requests[1]} for update nowait`)
  const breakRing = async () => {
    await jobs.add(db, 'break-ring', { ringId: id })
    await piazza.followed()
  }
  await whileMemberIsLocked(db, people[1].id, breakRing, lockRequest)
  expect(await db.query(sql`select state from ring`)).toEqual([{ state: 'ended' }])
})

test('the account of a member of an agreed ring is deleted: the others are told and their page stays', async () => {
  const piazza = await aPiazzaWithAgreements()
  const [leaving, bea, ciro] = [
    await piazza.anOldMember({ password: PASSWORD }),
    await piazza.anOldMember(),
    await piazza.anOldMember(),
  ]
  await piazza.aCircle([leaving, bea, ciro])
  const [{ _id: id } = { _id: '' }] = await piazza.ringsOf(bea)
  await piazza.agree([leaving, bea, ciro], id)
  const erased = await piazza.call('POST', '/api/privacy/erase', { token: leaving.token, body: { password: PASSWORD } })
  expect(erased.status).toBe(200)
  await piazza.followed()
  for (const person of [bea, ciro]) {
    const [ring] = await piazza.ringsOf(person)
    expect(ring).toMatchObject({ _id: id, state: 'ended', agreedAt: expect.any(String) })
    expect(JSON.stringify(ring)).not.toContain(leaving.username)
    expect(JSON.stringify(ring)).not.toContain('Cerco Chitarra')
    expect(JSON.stringify(ring)).toContain(DELETED_MEMBER_NAME)
    // The mail of the agreement, which has not been sent, is deleted: it says how to reach the member.
    expect(await piazza.mails(person)).toHaveLength(1)
    const text = await piazza.lastMail(person)
    expect(text).toContain('l’altra persona ha lasciato la piazza, e la richiesta è chiusa')
    expect(text).not.toContain(leaving.username)
  }
  expect(await piazza.lastMail(bea)).toContain('la richiesta si chiude con l’anello')
  expect(await piazza.db.query(sql`select from ring_rest where ${leaving.id} in (one_id, other_id)`)).toEqual([])
})

test('VAL that were paid in a ring keep their request open when it breaks', async () => {
  const piazza = await aPiazzaWithChain({})
  const { db } = piazza
  const { anAgreedRing } = ringsAmong(piazza, async () => makeOld(db, await piazza.aMemberWithWallet(20_00)))
  const { people, requests } = await anAgreedRing(3)
  const [ada, bea, ciro] = people
  expect(await piazza.transfer(bea, requests[0])).toMatchObject({ http: 200 })
  expect(await piazza.step(ciro, 'cancel', requests[1])).toMatchObject({ status: 200 })
  await jobsDone(db, 'break-ring')
  expect(await piazza.see(ada, requests[0])).toMatchObject({ state: 'agreed', ring: null, turn: ada.id })
  expect(await piazza.see(ada, requests[2])).toMatchObject({ state: 'closed' })
  // From now on it is an ordinary request: closing it gives the VAL back.
  expect(await piazza.step(ada, 'cancel', requests[0])).toMatchObject({ message: ORDER_MESSAGES.returning })
  await expect.poll(async () => (await piazza.see(ada, requests[0])).state).toBe('closed')
  expect(await Promise.all([ada, bea].map(({ account }) => piazza.chain.balanceOf(account)))).toEqual([20_00, 20_00])
}, 120_000)
