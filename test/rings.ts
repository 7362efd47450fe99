import { DAY_MS } from '#domain/base/dates.ts'
import type { RingPage, RingView } from '#domain/exchange/rings.schema.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { aPiazza, type Piazza } from '#test/fixtures.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { mailsTo } from '#test/mailbox.ts'
import { orderCalls } from '#test/order-calls.ts'

export const THINGS = ['Trapano', 'Divano', 'Chitarra', 'Passeggino']
const PRICES = [1000, 800, 900, 0]

type Person = Awaited<ReturnType<Piazza['aMember']>>
type Of<T> = { 2: [T, T]; 3: [T, T, T]; 4: [T, T, T, T] }
type Count = keyof Of<unknown>

/** Circles of listings among members who are old enough for rings. */
export const ringsAmong = <P extends Person>(
  { db, call, aListing }: Pick<Piazza, 'db' | 'call' | 'aListing'>,
  anOldMember: () => Promise<P>,
) => {
  const ringsOf = async (member: Person): Promise<RingView[]> =>
    ((await call('GET', '/api/rings', { token: member.token })).body as RingPage).rings
  const answer = async (member: Person, id: string, accept: boolean) => {
    const { status, body } = await call('POST', `/api/rings/${id}/answer`, { token: member.token, body: { accept } })
    return { status, ...(body as RingView & { message?: string }) }
  }
  /** All accept, one after the other. */
  const agree = async (people: Person[], id: string): Promise<void> => {
    for (const person of people) await answer(person, id, true)
  }
  /** The notices about the proposal and its end. */
  const noticesOf = async (member: Person) => {
    const { notices } = (await call('GET', '/api/notices', { token: member.token })).body as NoticePage
    return notices.flatMap(({ kind, text }) => (kind === 'ring' ? [text] : [])).toReversed()
  }
  /** Waits until the jobs that changes of listings have added are done. */
  const searched = () => jobsDone(db, 'find-rings')
  /** Each gives a thing that the next one seeks. */
  const aCircle = async (people: Person[]) => {
    const offers: { id: string }[] = []
    const wanteds: { id: string }[] = []
    for (const [index, person] of people.entries()) {
      const next = people[(index + 1) % people.length] as Person
      const name = THINGS[index] ?? ''
      offers.push(await aListing({ by: person, name, priceVal: PRICES[index] ?? 0, stock: 1 }))
      wanteds.push(await aListing({ by: next, section: 'cerco', name: `Cerco ${name}` }))
    }
    await searched()
    return { offers, wanteds }
  }
  const aRing = async <N extends Count>(count: N) => {
    const people: P[] = []
    while (people.length < count) people.push(await anOldMember())
    const listings = await aCircle(people)
    const [ring] = await ringsOf(people[0] as Person)
    return { people: people as unknown as Of<P>[N], id: ring?._id ?? '', ring, ...listings }
  }
  /** A ring that all have accepted, with its requests in the order of the givers. */
  const anAgreedRing = async <N extends Count>(count: N) => {
    const ring = await aRing(count)
    await agree(ring.people, ring.id)
    const requests: string[] = []
    for (const person of ring.people) requests.push((await ringsOf(person))[0]?.parts[0]?.order ?? '')
    return { ...ring, requests: requests as unknown as Of<string>[N] }
  }
  return { ringsOf, answer, agree, noticesOf, searched, aCircle, aRing, anAgreedRing }
}

export const makeOld = async <P extends Person>(db: Database, member: P): Promise<P> => {
  await db.execute(sql`update member set created_at = now() - interval '30 days' where id = ${member.id}`)
  return member
}

/** Members who are old enough for rings, and circles of listings among them. */
export const aPiazzaWithRings = async () => {
  let offset = 0
  const piazza = await aPiazza({ clock: () => new Date(Date.now() + offset) })
  const anOldMember = async (options: Parameters<typeof piazza.aMember>[0] = {}) =>
    makeOld(piazza.db, await piazza.aMember({ hasAd: true, ...options }))
  return {
    ...piazza,
    ...ringsAmong(piazza, anOldMember),
    anOldMember,
    passDays: (days: number) => {
      offset += days * DAY_MS
    },
  }
}

/** The same with the calls of orders and the mails to members. */
export const aPiazzaWithAgreements = async () => {
  const piazza = await aPiazzaWithRings()
  const { db } = piazza
  const calls = orderCalls(piazza)
  const mails = ({ email }: Person) => mailsTo(db, email)
  /** Waits until the jobs that follow steps are done. */
  const followed = () => jobsDone(db, 'break-ring', 'finish-ring', 'find-rings')
  return {
    ...piazza,
    ...calls,
    mails,
    followed,
    subjects: async (member: Person) => (await mails(member)).map(({ subject }) => subject),
    lastMail: async (member: Person) => (await mails(member)).at(-1)?.text ?? '',
    stockOf: async ({ id }: { id: string }) =>
      (await db.first<{ stock: number }>(sql`select stock from listing where id = ${id}`))?.stock,
    runRingJobs: async (ringId: string) => {
      await jobs.add(db, 'finish-ring', { ringId })
      await jobs.add(db, 'break-ring', { ringId })
      await followed()
    },
    /** One hands over to the other, who confirms; what is to be paid is paid by hand. */
    exchange: async (giver: Person, receiver: Person, id: string): Promise<void> => {
      const { payee } = await calls.see(giver, id)
      if (payee) await calls.step(payee === giver.id ? giver : receiver, 'pay', id)
      await calls.step(giver, 'handover', id)
      await calls.step(receiver, 'deliver', id)
    },
  }
}
