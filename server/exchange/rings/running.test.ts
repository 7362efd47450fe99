import { expect, test } from 'vitest'
import { toHundredths } from '#domain/base/money.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { aPiazzaWithAgreements, makeOld, ringsAmong } from '#test/rings.ts'

test('when all have accepted, each gets one mail with both contacts and what is paid', async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people } = await piazza.anAgreedRing(3)
  const [ada, bea, ciro] = people
  for (const person of people) {
    expect(await piazza.mails(person)).toHaveLength(1)
    expect(await piazza.noticesOf(person)).toHaveLength(1)
  }
  expect(await piazza.subjects(bea)).toEqual(['L’anello è fatto: dai «Divano» e ricevi «Trapano»'])
  const text = await piazza.lastMail(bea)
  for (const part of [
    'l’anello di 3 persone è fatto',
    `Dai «Divano» a Bottega ${ciro.username}`,
    `E-mail: ${ciro.email}`,
    `Ricevi «Trapano» da Bottega ${ada.username}`,
    `E-mail: ${ada.email}`,
    'Telefono: non indicato',
    `Metti 1 VAL per Bottega ${ada.username}`,
    `Metti 1 VAL per Bottega ${ciro.username}`,
    '/anelli',
  ])
    expect(text).toContain(part)
  expect(await piazza.lastMail(ada)).toContain(`Bottega ${bea.username} mette 1 VAL per te.`)
  const notices = await piazza.db.query(sql`select kind, link from notice where kind <> 'ring'`)
  expect(notices).toEqual(Array.from({ length: 3 }, () => ({ kind: 'step', link: '/anelli' })))
})

test('a request of a ring is agreed, tells its ring, and takes no other sum', async () => {
  const piazza = await aPiazzaWithAgreements()
  const { people, requests, id } = await piazza.anAgreedRing(2)
  const [ada, bea] = people
  expect(await piazza.see(bea, requests[0])).toMatchObject({
    state: 'agreed',
    ring: id,
    ringMembers: 2,
    terms: { val: 2, euro: 0 },
    payer: bea.id,
    turn: bea.id,
  })
  expect(await piazza.see(ada, requests[1])).toMatchObject({ state: 'agreed', payer: null, turn: bea.id })
  expect(await piazza.step(ada, 'propose', requests[0])).toMatchObject({ status: 409, message: ORDER_MESSAGES.inRing })
})

test('all members see who has handed over, received and paid; requests only their parties', async () => {
  const piazza = await aPiazzaWithAgreements()
  const ring = await piazza.anAgreedRing(3)
  const [ada, bea, ciro] = ring.people
  await piazza.step(ada, 'pay', ring.requests[0])
  await piazza.step(ciro, 'handover', ring.requests[2])
  const partOf = async (viewer: typeof ada, giver: typeof ada) =>
    (await piazza.ringsOf(viewer))[0]?.parts.find((part) => part.giver._id === giver.id)
  const now = expect.any(String)
  const [nothing, terms] = [
    { handedOverAt: null, receivedAt: null, paidAt: null, isClosed: false },
    { val: 1, euro: 0 },
  ]
  expect(await partOf(ciro, ada)).toMatchObject({
    ...nothing,
    paidAt: now,
    order: null,
    terms: { ...terms, payer: bea.id, payee: ada.id },
  })
  expect(await partOf(ada, bea)).toMatchObject({
    ...nothing,
    order: null,
    terms: { ...terms, payer: bea.id, payee: ciro.id },
  })
  expect(await partOf(bea, ciro)).toMatchObject({
    ...nothing,
    handedOverAt: now,
    order: null,
    terms: { val: 0, euro: 0, payer: null, payee: null },
  })
  expect(await partOf(ada, ciro)).toMatchObject({ order: ring.requests[2] })
})

test('a ring is done when all have received: the answered cerco are closed, and each gets one mail', async () => {
  const piazza = await aPiazzaWithAgreements()
  const ring = await piazza.anAgreedRing(3)
  const [ada, bea, ciro] = ring.people
  const [trapano, divano, chitarra] = ring.requests
  // Their owner has made another listing of it meanwhile.
  await piazza.db.execute(sql`update listing set name = 'Cerco altro' where id = ${ring.wanteds[1]?.id}`)
  await piazza.exchange(ada, bea, trapano)
  await piazza.exchange(bea, ciro, divano)
  await piazza.followed()
  expect((await piazza.ringsOf(ada))[0]).toMatchObject({ state: 'agreed' })
  await piazza.exchange(ciro, ada, chitarra)
  await piazza.followed()
  expect((await piazza.ringsOf(ada))[0]).toMatchObject({ state: 'done', agreedAt: expect.any(String) })
  const wanteds = await piazza.db.query(
    sql`select name, expired from listing where section = 'cerco' order by expired, name`,
  )
  expect(wanteds).toEqual([
    { name: 'Cerco altro', expired: false },
    { name: 'Cerco Chitarra', expired: true },
    { name: 'Cerco Trapano', expired: true },
  ])
  for (const [index, person] of ring.people.entries()) {
    const done = (await piazza.mails(person)).filter(({ subject }) => subject.startsWith('L’anello è concluso'))
    expect(done).toHaveLength(1)
    // The one who sought the sofa is not told that a listing was closed.
    expect(done[0]?.text.includes('abbiamo chiuso il tuo annuncio')).toBe(index !== 2)
  }
  expect(await piazza.lastMail(ada)).toContain(`/product/${ring.offers[2]?.id}#recensioni`)
  await piazza.runRingJobs(ring.id)
  expect((await piazza.subjects(ada)).filter((subject) => subject.includes('concluso'))).toHaveLength(1)
  expect((await piazza.ringsOf(ada))[0]).toMatchObject({ state: 'done' })
})

test('a delivery that was marked by mistake and taken back opens the ring again', async () => {
  const piazza = await aPiazzaWithAgreements()
  const ring = await piazza.anAgreedRing(2)
  const [ada, bea] = ring.people
  await piazza.exchange(ada, bea, ring.requests[0])
  await piazza.exchange(bea, ada, ring.requests[1])
  await piazza.followed()
  expect((await piazza.ringsOf(bea))[0]).toMatchObject({ state: 'done' })
  expect(await piazza.step(ada, 'undoDeliver', ring.requests[1])).toMatchObject({ status: 200 })
  await piazza.followed()
  expect((await piazza.ringsOf(bea))[0]).toMatchObject({ state: 'agreed' })
})

test('only the differences move on the chain, for rings of two, three and four', {
  tags: 'slow',
  timeout: 120_000,
}, async () => {
  const piazza = await aPiazzaWithChain({})
  const { db, chain } = piazza
  const { anAgreedRing, ringsOf } = ringsAmong(piazza, async () => makeOld(db, await piazza.aMemberWithWallet(20_00)))
  const balances = (people: { account: string }[]) => Promise.all(people.map(({ account }) => chain.balanceOf(account)))
  for (const count of [2, 3, 4] as const) {
    const { people, requests } = await anAgreedRing(count)
    const expected = await Promise.all(
      people.map(async (person) => 20_00 + toHundredths((await ringsOf(person))[0]?.balance ?? 0)),
    )
    for (const [index, giver] of people.entries()) {
      const { payer } = await piazza.see(giver, requests[index] ?? '')
      const from = people.find(({ id }) => id === payer)
      if (from) expect(await piazza.transfer(from, requests[index] ?? '')).toMatchObject({ http: 200 })
    }
    const after = await balances(people)
    expect(after).toEqual(expected)
    expect(after.reduce((sum, balance) => sum + balance, 0)).toBe(count * 20_00)
    expect(new Set(after).size).toBeGreaterThan(1)
    await db.execute(sql`delete from listing`)
  }
})
