import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type DemoOrder, demoListings, demoMember, demoMembers, demoOrders, eventTimes } from '#demo/data.ts'
import { DASHBOARD_MONTHS } from '#domain/association/dashboard.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { PROVINCES } from '#domain/base/provinces.ts'
import { hasStock } from '#domain/market/kinds.ts'
import { ListingChange } from '#domain/market/listings.schema.ts'
import { SECTIONS, type Section } from '#domain/market/listings.ts'

test('every section has enough listings to fill a page', () => {
  for (const section of SECTIONS)
    expect(demoListings.filter((listing) => listing.section === section).length).toBeGreaterThanOrEqual(10)
  expect(demoListings.length).toBeGreaterThanOrEqual(72)
})

test('each demo listing could have been saved through the edit page', () => {
  for (const listing of demoListings) {
    const { success, data } = ListingChange.safeParse({ ...listing, image: [] })
    expect(success, listing.name).toBe(true)
    expect(data).toMatchObject({ name: listing.name, brand: listing.brand, description: listing.description })
  }
  expect(new Set(demoListings.map((listing) => listing.name)).size).toBe(demoListings.length)
})

test('whatever the day, all events but one lie ahead, some of them within a week, on the day that they name', () => {
  const weekday = new Intl.DateTimeFormat('it-IT', { weekday: 'long', timeZone: 'Europe/Rome' })
  const events = demoListings.filter(({ section }) => section === 'avviso')
  // Around both changes of daylight saving time, by day and shortly after midnight in Italy.
  const days = Array.from({ length: 14 }, (_, index) => index + 1)
  const moments = [2, 9].flatMap((month) =>
    days.flatMap((day) => [day + 6, 22].map((hour) => new Date(Date.UTC(2027, month, 20 + day, hour, 30)))),
  )
  for (const now of moments) {
    const times = events.map((event) => ({ name: event.name, ...eventTimes(event, now) }))
    for (const { name, startsAt, endsAt } of times) {
      expect(endsAt?.getTime(), name).toBeGreaterThan(startsAt?.getTime() ?? Number.POSITIVE_INFINITY)
      for (const named of ['sabato', 'domenica', 'martedì'])
        if (name.includes(named)) expect(weekday.format(startsAt ?? 0), name).toBe(named)
    }
    const ahead = times.filter(({ startsAt }) => startsAt && startsAt > now)
    expect(ahead).toHaveLength(events.length - 1)
    const inAWeek = now.getTime() + 7 * DAY_MS
    expect(ahead.some(({ startsAt }) => startsAt && startsAt.getTime() < inAWeek)).toBe(true)
  }
})

test('reviews come from verified members, once per listing and never from its seller', () => {
  for (const { seller, reviews } of demoListings) {
    const authors = reviews.map((review) => review.by)
    expect(new Set(authors).size).toBe(authors.length)
    expect(authors).not.toContain(seller)
    expect(authors.every((author) => demoMember(author).verified)).toBe(true)
  }
})

test('orders are placed by members with a listing of their own, after the ordered listing was published', () => {
  for (const order of demoOrders) {
    const found = demoListings.find(({ name }) => name === order.listing)
    if (!found) throw new Error(order.listing)
    expect(found.seller).not.toBe(order.buyer)
    expect(demoListings.some(({ seller }) => seller === order.buyer)).toBe(true)
    const { deliveredDaysAgo, concludedDaysAgo, cancelledDaysAgo, expiredDaysAgo } = order
    const end = deliveredDaysAgo ?? concludedDaysAgo ?? cancelledDaysAgo ?? expiredDaysAgo ?? 0
    const agreed = order.agreedDaysAgo ?? order.paidDaysAgo ?? end
    const days = [found.publishedDaysAgo, order.placedDaysAgo, agreed, order.paidDaysAgo ?? end, end]
    expect(days, order.listing).toEqual(days.toSorted((one, other) => other - one))
    if (!hasStock(found)) expect(order.qty).toBe(1)
  }
})

test('there are orders of every kind in each of its states, one that expired and one with a problem', () => {
  const stateOf = (order: DemoOrder, section: Section) => {
    if (order.cancelledDaysAgo) return 'closed'
    if (order.expiredDaysAgo) return 'expired'
    if (order.concludedDaysAgo) return 'concluded'
    if (order.deliveredDaysAgo) return 'delivered'
    if (order.paidDaysAgo) return 'paid'
    return order.agreedDaysAgo || section === 'avviso' ? 'agreed' : 'sent'
  }
  const statesOf = (section: Section) =>
    new Set(
      demoOrders
        .filter(({ listing }) => demoListings.some(({ name, section: of }) => name === listing && of === section))
        .map((order) => stateOf(order, section)),
    )
  const paying = ['sent', 'agreed', 'paid', 'delivered', 'closed']
  expect(statesOf('offro')).toEqual(new Set([...paying, 'expired']))
  expect(statesOf('cerco')).toEqual(new Set(paying))
  expect(statesOf('dono')).toEqual(new Set(['sent', 'agreed', 'delivered', 'closed']))
  expect(statesOf('propongo')).toEqual(new Set(['sent', 'agreed', 'concluded', 'closed']))
  expect(statesOf('avviso')).toEqual(new Set(['agreed', 'concluded', 'closed']))
  expect(demoOrders.filter(({ problem }) => problem)).toHaveLength(1)
})

test('members have joined before they publish, review or order', () => {
  for (const { seller, publishedDaysAgo, name, reviews } of demoListings) {
    expect(demoMember(seller).joinedDaysAgo, name).toBeGreaterThan(publishedDaysAgo)
    for (const { by, daysAgo } of reviews) expect(demoMember(by).joinedDaysAgo, name).toBeGreaterThan(daysAgo)
  }
  for (const { buyer, placedDaysAgo } of demoOrders)
    expect(demoMember(buyer).joinedDaysAgo).toBeGreaterThan(placedDaysAgo)
})

test('whatever the date of seeding, nearly every month of the dashboard has new members, orders and payments', () => {
  const monthsOf = (today: Date, days: (number | undefined)[]) =>
    new Set(
      days.flatMap((each) =>
        each === undefined ? [] : [new Date(today.getTime() - each * DAY_MS).toISOString().slice(0, 7)],
      ),
    )
  for (let month = 0; month < 12; month++)
    for (const day of [1, 15, 28]) {
      const today = new Date(Date.UTC(2027, month, day, 12))
      // The month that has just begun and the first one of the year before may be empty.
      const least = DASHBOARD_MONTHS - 2
      expect(
        monthsOf(
          today,
          demoMembers.map((each) => each.joinedDaysAgo),
        ).size,
      ).toBeGreaterThanOrEqual(least)
      expect(
        monthsOf(
          today,
          demoOrders.map((each) => each.placedDaysAgo),
        ).size,
      ).toBeGreaterThanOrEqual(least)
      expect(
        monthsOf(
          today,
          demoOrders.map((each) => each.paidDaysAgo),
        ).size,
      ).toBeGreaterThanOrEqual(least)
    }
})

test('members are plainly invented and live in an Italian province', () => {
  for (const member of demoMembers) {
    expect(member.email).toMatch(/@esempio\.test$/)
    expect(member.phone).toMatch(/^00000000\d\d$/)
    expect(PROVINCES).toContain(member.province)
    expect(member.seller.description.length).toBeLessThanOrEqual(1500)
  }
  expect(demoMembers.filter((member) => member.isAdmin).map((member) => member.email)).toEqual(['admin@esempio.test'])
})

test('every picture file is used exactly once', () => {
  const used = [...demoMembers.flatMap(({ logo }) => logo ?? []), ...demoListings.flatMap(({ pictures }) => pictures)]
  expect(used.toSorted()).toEqual(readdirSync(join(import.meta.dirname, 'pictures')).toSorted())
})
