import { DAY_MS } from '#domain/base/dates.ts'
import type { RingPage, RingView } from '#domain/exchange/rings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { jobsDone } from '#test/jobs-done.ts'

export const THINGS = ['Trapano', 'Divano', 'Chitarra', 'Passeggino']
const PRICES = [1000, 800, 900, 0]

/** Members who are old enough for rings, and circles of listings among them. */
export const aPiazzaWithRings = async () => {
  let offset = 0
  const piazza = await aPiazza({ clock: () => new Date(Date.now() + offset) })
  const { db, call, aListing } = piazza
  const anOldMember = async (options: Parameters<typeof piazza.aMember>[0] = {}) => {
    const member = await piazza.aMember({ hasAd: true, ...options })
    await db.execute(sql`update member set created_at = now() - interval '30 days' where id = ${member.id}`)
    return member
  }
  type Person = Awaited<ReturnType<typeof anOldMember>>
  const ringsOf = async (member: Person): Promise<RingView[]> =>
    ((await call('GET', '/api/rings', { token: member.token })).body as RingPage).rings
  const answer = async (member: Person, id: string, accept: boolean) => {
    const { status, body } = await call('POST', `/api/rings/${id}/answer`, { token: member.token, body: { accept } })
    return { status, ...(body as RingView & { message?: string }) }
  }
  const noticesOf = async (member: Person) =>
    (
      await db.query<{ text: string }>(
        sql`select text from notice where member_id = ${member.id} and kind = 'ring' order by created_at`,
      )
    ).map(({ text }) => text)
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
  const aRing = async (count: number) => {
    const people = await Promise.all(Array.from({ length: count }, () => anOldMember()))
    const listings = await aCircle(people)
    const [ring] = await ringsOf(people[0] as Person)
    return { people: people as [Person, Person, ...Person[]], id: ring?._id ?? '', ring, ...listings }
  }
  return {
    ...piazza,
    anOldMember,
    ringsOf,
    answer,
    noticesOf,
    searched,
    aCircle,
    aRing,
    passDays: (days: number) => {
      offset += days * DAY_MS
    },
  }
}
