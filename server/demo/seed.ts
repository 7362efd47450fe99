import { randomUUID } from 'node:crypto'
import { identityKey } from '#domain/members.schema.ts'
import { toHundredths } from '#domain/money.ts'
import type { Database } from '#server/db/connect.ts'
import { demoListings } from '#server/demo/listings.ts'
import { demoMembers } from '#server/demo/members.ts'
import { addOrders } from '#server/demo/orders.ts'
import { drawLogo, drawPicture } from '#server/demo/pictures.ts'
import type { DemoListing, DemoMember, MemberKey } from '#server/demo/types.ts'
import { hashPassword } from '#server/members/hashing.ts'
import { pictureUrl, resizePicture } from '#server/uploads/images.ts'
import type { Storage } from '#server/uploads/storage.ts'

export const DEMO_PASSWORD = 'piazza-demo'
const DAY = 24 * 60 * 60 * 1000
const PAINTERS = 4

type Painted<T> = { of: T; urls: string[] }
type Transaction = Parameters<Parameters<Database['begin']>[1]>[0]

/** Demo data goes into an empty database only: when asked for, or by itself into a fresh embedded one. */
export const wantsDemo = async (
  db: Database,
  settings: { demo: boolean | undefined; production: boolean; databaseUrl: string | undefined },
): Promise<boolean> => {
  const byItself = !settings.production && settings.databaseUrl === undefined
  if (!(settings.demo ?? byItself)) return false
  const [row] = await db<{ empty: boolean }[]>`select not exists (select from member) as empty`
  return row?.empty === true
}

export const hasDemo = async (db: Database): Promise<boolean> => {
  const addresses = demoMembers.map((member) => identityKey(member.email))
  const [row] = await db<{ there: boolean }[]>`
    select exists (select from member where email_key = any(${addresses})) as there`
  return row?.there === true
}

/** Members, listings, reviews and orders that make a newcomer's Piazza look alive: all of them, or none. */
export const seedDemo = async (db: Database, storage: Storage, now: Date): Promise<void> => {
  const paint = async (svg: string) => {
    const id = randomUUID()
    for (const { name, bytes } of await resizePicture(Buffer.from(svg), id)) await storage.put(name, bytes)
    return pictureUrl(storage, id)
  }
  const logos = await paintAll(demoMembers, (member) => (member.logo ? [drawLogo(member.logo)] : []), paint)
  const pictures = await paintAll(demoListings, (listing) => listing.pictures.map(drawPicture), paint)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.begin(async (sql) => {
    const ids = new Map<MemberKey, string>()
    for (const { of, urls } of logos) ids.set(of.key, await addMember(sql, of, urls[0] ?? '', passwordHash))
    const oldestFirst = pictures.toSorted((a, b) => b.of.daysAgo - a.of.daysAgo)
    for (const { of, urls } of oldestFirst) await addListing(sql, of, urls, ids, now)
    await sql`update member set has_ad = true where id in (select seller_id from listing)`
    await addOrders(sql, ids, now)
  })
}

const paintAll = async <T>(
  things: readonly T[],
  draw: (thing: T) => string[],
  paint: (svg: string) => Promise<string>,
) => {
  const painted: Painted<T>[] = things.map((of) => ({ of, urls: [] }))
  const waiting = painted.values()
  const painter = async () => {
    for (const each of waiting) for (const svg of draw(each.of)) each.urls.push(await paint(svg))
  }
  await Promise.all(Array.from({ length: PAINTERS }, painter))
  return painted
}

const addMember = async (sql: Transaction, member: DemoMember, logo: string, passwordHash: string): Promise<string> => {
  const [row] = await sql<{ id: string }[]>`insert into member ${sql({
    username: member.username,
    username_key: identityKey(member.username),
    email: member.email,
    email_key: identityKey(member.email),
    password_hash: passwordHash,
    name: member.name,
    surname: member.surname,
    phone: member.phone,
    zip_code: member.zipCode,
    city: member.province,
    verified: member.verified,
    is_seller: member.verified,
    is_admin: member.isAdmin,
    seller_name: member.seller.name,
    seller_description: member.seller.description,
    seller_link: member.seller.link,
    seller_logo: logo,
  })} returning id`
  return row?.id ?? ''
}

const addListing = async (
  sql: Transaction,
  listing: DemoListing,
  images: string[],
  ids: Map<MemberKey, string>,
  now: Date,
) => {
  const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY)
  const published = daysFromNow(-listing.daysAgo)
  const category = listing.category.toLowerCase()
  await sql`insert into category (key, name) values (${category}, ${listing.category}) on conflict do nothing`
  const [next] = await sql<{ place: number }[]>`select nextval('listing_place') as place`
  const [row] = await sql<{ id: string }[]>`insert into listing ${sql({
    place: next?.place ?? 0,
    published_at: published,
    created_at: published,
    seller_id: ids.get(listing.seller) ?? '',
    name: listing.name,
    description: listing.description,
    category,
    brand: listing.brand,
    section: listing.section,
    price_val: toHundredths(listing.priceVal),
    price_euro: toHundredths(listing.priceEuro),
    images,
    stock: listing.countInStock,
    is_service: listing.isService,
    paused: listing.pause,
    delivery: listing.delivery,
    expires_at: listing.expiresInDays === undefined ? null : daysFromNow(listing.expiresInDays),
    expired: (listing.expiresInDays ?? 1) < 0,
    country: listing.country,
    state: listing.state,
    city: listing.city,
    municipality: listing.municipality,
  })} returning id`
  for (const review of listing.reviews) {
    const reviewer = demoMembers.find((member) => member.key === review.by)
    await sql`insert into review (listing_id, member_id, name, rating, comment, created_at)
      values (${row?.id ?? ''}, ${ids.get(review.by) ?? ''}, ${reviewer?.username ?? ''}, ${review.rating}, ${review.comment}, ${daysFromNow(-review.daysAgo)})`
  }
}
