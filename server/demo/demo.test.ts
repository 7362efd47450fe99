import { expect, test } from 'vitest'
import { ListingChange } from '#domain/listings.schema.ts'
import { hasStock, SECTIONS } from '#domain/listings.ts'
import { ORDER_STATES } from '#domain/orders.ts'
import { PROVINCES } from '#domain/provinces.ts'
import { demoListings } from '#server/demo/listings.ts'
import { demoMembers } from '#server/demo/members.ts'
import { demoOrders } from '#server/demo/orders.ts'
import { drawLogo, drawPicture } from '#server/demo/pictures.ts'

const pictures = demoListings.flatMap((listing) => listing.pictures)

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

test('reviews come from verified members, once per listing and never from its seller', () => {
  const verified = new Set(demoMembers.filter((member) => member.verified).map((member) => member.key))
  for (const { seller, reviews } of demoListings) {
    const authors = reviews.map((review) => review.by)
    expect(new Set(authors).size).toBe(authors.length)
    expect(authors).not.toContain(seller)
    expect(authors.every((author) => verified.has(author))).toBe(true)
  }
})

test('orders stand between members with an ad and sellers, after the listing was published, in every state', () => {
  for (const { buyer, listing, qty, placed, paid = 0, delivered = 0 } of demoOrders) {
    const found = demoListings.filter(({ name }) => name.startsWith(listing))
    expect(found, listing).toHaveLength(1)
    expect(found[0]?.seller).not.toBe(buyer)
    expect(demoListings.some(({ seller }) => seller === buyer)).toBe(true)
    expect([found[0]?.daysAgo ?? 0, placed, paid, delivered]).toEqual(
      [found[0]?.daysAgo ?? 0, placed, paid, delivered].toSorted((one, other) => other - one),
    )
    if (found[0] && !hasStock(found[0])) expect(qty).toBe(1)
  }
  const states = demoOrders.map(({ paid, delivered }) => (delivered ? 'delivered' : paid ? 'paid' : 'unpaid'))
  expect(new Set(states)).toEqual(new Set(ORDER_STATES))
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

test('the same spec draws the same picture, and no two listings share one', () => {
  const drawn = pictures.map(drawPicture)
  expect(pictures.map(drawPicture)).toEqual(drawn)
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('drawings need nothing from outside and no inline style', () => {
  const logos = demoMembers.flatMap((member) => (member.logo ? [drawLogo(member.logo)] : []))
  for (const svg of [...pictures.map(drawPicture), ...logos]) {
    expect(svg).not.toMatch(/style=|href=|<image|undefined|NaN/)
    for (const [, used] of svg.matchAll(/url\(#(\w+)\)/g)) expect(svg).toContain(`id="${used}"`)
  }
})
