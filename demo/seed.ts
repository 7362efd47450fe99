import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import {
  DEMO_PASSWORD,
  type DemoListing,
  type DemoMember,
  type DemoOrder,
  demoListings,
  demoMember,
  demoMembers,
  demoOrders,
  eventTimes,
} from '#demo/data.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { type Hundredths, toHundredths } from '#domain/base/money.ts'
import { totalsInHundredths, unitPrice } from '#domain/exchange/cart.ts'
import { FEEDBACK_DAYS } from '#domain/exchange/feedback.ts'
import { COUNTRY } from '#domain/exchange/orders.ts'
import { eventPlace } from '#domain/market/events.ts'
import { hasStock, needsAddress, partiesOf } from '#domain/market/kinds.ts'
import { hashPassword } from '#server/accounts/sessions/passwords.ts'
import { pictureUrl, resizePicture } from '#server/market/uploads/images.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { Database, Transaction } from '#server/platform/db/pool.ts'
import { sql, valuesOf } from '#server/platform/db/sql.ts'
import { adminCommand } from '#server/platform/start/admin-command.ts'
import { SettingError } from '#server/settings.ts'
import type { WalletService } from '#server/val/wallet/service.ts'

const PICTURES = join(import.meta.dirname, 'pictures')
const PICTURES_AT_ONCE = 4

type Wallets = Pick<WalletService, 'make' | 'welcome'>
type DemoParts = { db: Database; storage: Storage; wallets: Wallets; welcomeGift: Hundredths; now: Date }

type Seeding = {
  tx: Transaction
  wallets: Wallets
  welcomeGift: Hundredths
  now: Date
  daysAgo: (days: number) => Date
  /** Addresses of the stored pictures, by file name. */
  pictures: ReadonlyMap<string, string>
  /** Ids of the inserted rows, by member key and by listing name. */
  memberIds: Map<string, string>
  listingIds: Map<string, string>
}

const lookUp = (map: ReadonlyMap<string, string>, key: string): string => {
  const found = map.get(key)
  if (found === undefined) throw new Error(`The demo data has no ${key}.`)
  return found
}

/** Only an empty database gets demo data: when `demo` is set, or by default when it is embedded and not in production. */
export const wantsDemo = async (
  db: Database,
  settings: { demo: boolean | undefined; production: boolean; databaseUrl: string | undefined },
): Promise<boolean> => {
  const byDefault = !settings.production && settings.databaseUrl === undefined
  if (!(settings.demo ?? byDefault)) return false
  const [row] = await db.query<{ empty: boolean }>(sql`select not exists (select from member) as empty`)
  return row?.empty === true
}

export const hasDemo = async (db: Database): Promise<boolean> => {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (select from member where demo and deleted_at is null) as found`)
  return row?.found === true
}

/** The password of the demo accounts, one of them an admin, is public. */
export const refuseDemoInProduction = async (db: Database, { production }: { production: boolean }): Promise<void> => {
  if (production && (await hasDemo(db)))
    throw new SettingError(
      'Il database contiene gli account di prova, con una password che tutti conoscono: ' +
        `toglili con «${adminCommand('remove-demo')}».`,
    )
}

/** Inserts members, listings, reviews and orders in one transaction, dated over the twelve months before `now`. */
export const seedDemo = async ({ db, storage, wallets, welcomeGift, now }: DemoParts): Promise<void> => {
  const pictures = await storePictures(storage)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db.transaction(async (tx) => {
    const ids = { memberIds: new Map(), listingIds: new Map() }
    const seeding: Seeding = { tx, wallets, welcomeGift, now, daysAgo, pictures, ...ids }
    for (const member of demoMembers) await insertMember(seeding, member, passwordHash)
    const oldestFirst = demoListings.toSorted((a, b) => b.publishedDaysAgo - a.publishedDaysAgo)
    for (const listing of oldestFirst) await insertListing(seeding, listing)
    await tx.execute(sql`update member set has_ad = true where id in (select seller_id from listing)`)
    for (const order of demoOrders) await insertOrder(seeding, order)
    await tx.execute(sql`
      update review r set verified_exchange = true
      from orders o join order_item i on i.order_id = o.id
      where (o.delivered_at is not null or o.concluded_at is not null) and o.buyer_id = r.member_id and i.listing_id = r.listing_id`)
  })
}

const storePictures = async (storage: Storage): Promise<Map<string, string>> => {
  const files = [...demoMembers.flatMap(({ logo }) => logo ?? []), ...demoListings.flatMap(({ pictures }) => pictures)]
  const store = async (file: string): Promise<[string, string]> => {
    const id = randomUUID()
    const bytes = await readFile(join(PICTURES, file))
    for (const size of await resizePicture(bytes, id)) await storage.put(size.name, size.bytes)
    return [file, pictureUrl(storage, id)]
  }
  const queue = new PQueue({ concurrency: PICTURES_AT_ONCE })
  return new Map(await queue.addAll(files.map((file) => () => store(file))))
}

const insertMember = async (seeding: Seeding, member: DemoMember, passwordHash: string): Promise<void> => {
  const { tx, daysAgo, pictures, memberIds } = seeding
  const [row] = await tx.query<{ id: string }>(
    sql`insert into member ${valuesOf({
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
      role: member.isAdmin ? 'admin' : 'member',
      demo: true,
      seller_name: member.seller.name,
      seller_description: member.seller.description,
      seller_link: member.seller.link,
      seller_logo: member.logo ? lookUp(pictures, member.logo) : '',
      created_at: daysAgo(member.joinedDaysAgo),
    })} returning id`,
  )
  const id = row?.id ?? ''
  memberIds.set(member.key, id)
  if (member.verified) await addWallet(seeding, id)
}

const addWallet = async ({ tx, wallets, welcomeGift }: Seeding, memberId: string): Promise<void> => {
  const { account, sealedKey } = wallets.make(memberId)
  await tx.execute(sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${memberId}`)
  await wallets.welcome(tx, memberId, account, welcomeGift)
}

const insertListing = async (seeding: Seeding, listing: DemoListing): Promise<void> => {
  const { tx, now, daysAgo, pictures, memberIds, listingIds } = seeding
  const published = daysAgo(listing.publishedDaysAgo)
  const { expiresInDays, place: venue, places = null } = listing
  const { startsAt, endsAt } = eventTimes(listing, now)
  const expiresAt = endsAt ?? (expiresInDays === undefined ? null : daysAgo(-expiresInDays))
  const category = listing.category.toLowerCase()
  await tx.execute(
    sql`insert into category (key, name) values (${category}, ${listing.category}) on conflict do nothing`,
  )
  const [next] = await tx.query<{ place: number }>(sql`select nextval('listing_place') as place`)
  const [row] = await tx.query<{ id: string }>(
    sql`insert into listing ${valuesOf({
      place: next?.place ?? 0,
      published_at: published,
      created_at: published,
      seller_id: lookUp(memberIds, listing.seller),
      name: listing.name,
      description: listing.description,
      category,
      brand: listing.brand,
      section: listing.section,
      price_val: toHundredths(listing.priceVal),
      price_euro: toHundredths(listing.priceEuro),
      images: listing.pictures.map((file) => lookUp(pictures, file)),
      stock: listing.countInStock,
      is_service: listing.isService,
      paused: listing.pause,
      delivery: listing.delivery,
      expires_at: expiresAt,
      expired: expiresAt !== null && expiresAt <= now,
      starts_at: startsAt,
      ends_at: endsAt,
      venue,
      places,
      country: listing.country,
      state: listing.state,
      city: listing.city,
      municipality: listing.municipality,
    })} returning id`,
  )
  const id = row?.id ?? ''
  listingIds.set(listing.name, id)
  for (const { by, rating, comment, reply = null, daysAgo: written } of listing.reviews)
    await tx.execute(sql`insert into review (listing_id, member_id, name, rating, comment, created_at, reply, replied_at)
      values (${id}, ${lookUp(memberIds, by)}, ${demoMember(by).username}, ${rating}, ${comment}, ${daysAgo(written)},
        ${reply}, ${reply && daysAgo(written)})`)
}

const agreedDaysAgo = (order: DemoOrder, { section }: DemoListing): number | undefined =>
  order.agreedDaysAgo ??
  (section === 'avviso' ? order.placedDaysAgo : (order.paidDaysAgo ?? order.deliveredDaysAgo ?? order.concludedDaysAgo))

const declinedDaysAgo = ({ cancelledDaysAgo, cancelledBy }: DemoOrder): number | undefined =>
  cancelledBy === 'requester' ? undefined : cancelledDaysAgo

const insertOrder = async (seeding: Seeding, order: DemoOrder): Promise<void> => {
  const { tx, memberIds, listingIds } = seeding
  const listing = demoListings.find(({ name }) => name === order.listing)
  if (!listing) throw new Error(`No demo listing is called ${order.listing}.`)
  const daysAgo = (days: number | undefined) => (days === undefined ? null : seeding.daysAgo(days))
  const item = {
    ...listing,
    priceVal: toHundredths(listing.priceVal),
    priceEuro: toHundredths(listing.priceEuro),
    qty: order.qty,
  }
  const totals = totalsInHundredths([item])
  const [owner, requester] = [lookUp(memberIds, listing.seller), lookUp(memberIds, order.buyer)]
  const sides = { owner, requester }
  const { proposed, problem } = order
  const [val, euro] = proposed
    ? [toHundredths(proposed.val), toHundredths(proposed.euro)]
    : [totals.totalPriceVal, totals.totalPriceEuro]
  const parties = partiesOf(listing.section, { ...sides, isFree: val + euro === 0 })
  const agreed = agreedDaysAgo(order, listing)
  const answered = agreed ?? (proposed?.by === 'owner' ? proposed.daysAgo : undefined) ?? declinedDaysAgo(order)
  const [row] = await tx.query<{ id: string }>(
    sql`insert into orders ${valuesOf({
      buyer_id: requester,
      seller_id: owner,
      kind: listing.section,
      giver_id: parties.giver,
      payer_id: parties.payer,
      payee_id: parties.payee,
      shipping_address: needsAddress([item]) ? JSON.stringify(addressOf(demoMember(order.buyer))) : null,
      items_price_val: totals.itemsPriceVal,
      items_price_euro: totals.itemsPriceEuro,
      shipping_price: totals.shippingPrice,
      total_price_val: val,
      total_price_euro: euro,
      terms_by: sides[proposed?.by ?? 'requester'],
      terms_at: daysAgo(proposed?.daysAgo ?? order.placedDaysAgo),
      created_at: daysAgo(order.placedDaysAgo),
      agreed_at: daysAgo(agreed),
      answered_at: daysAgo(answered),
      // The deadlines of open requests begin with the demo.
      turn_at: seeding.now,
      handed_over_at: daysAgo(order.handedOverDaysAgo),
      expired_at: daysAgo(order.expiredDaysAgo),
      problem_at: daysAgo(problem?.daysAgo),
      problem_by: problem ? sides[problem.by] : null,
      problem_text: problem?.text ?? '',
      request_mailed_at: daysAgo(order.placedDaysAgo),
      paid_at: daysAgo(order.paidDaysAgo),
      delivered_at: daysAgo(order.deliveredDaysAgo),
      concluded_at: daysAgo(order.concludedDaysAgo),
      cancelled_at: daysAgo(order.cancelledDaysAgo),
      cancelled_by: order.cancelledDaysAgo === undefined ? null : sides[order.cancelledBy ?? 'owner'],
      cancel_reason: order.cancelReason ?? '',
    })} returning id`,
  )
  const { priceVal, priceEuro } = unitPrice(item)
  await tx.execute(sql`
    insert into order_item (order_id, position, listing_id, name, image, qty, price_val, price_euro, takes_stock,
      starts_at, ends_at, place)
    select ${row?.id ?? ''}, 1, id, name, coalesce(images[1], ''), ${order.qty}, ${priceVal}, ${priceEuro}, ${hasStock(item)},
      starts_at, ends_at, ${listing.section === 'avviso' ? eventPlace(listing) : ''}
    from listing where id = ${lookUp(listingIds, order.listing)}`)
  await insertFeedback(seeding, order, { id: row?.id ?? '', owner, requester })
}

type Parties = { id: string; owner: string; requester: string }

const insertFeedback = async ({ tx, daysAgo }: Seeding, order: DemoOrder, { id, owner, requester }: Parties) => {
  const { feedback = {}, deliveredDaysAgo, concludedDaysAgo = 1 } = order
  const written = (deliveredDaysAgo ?? concludedDaysAgo) - 1
  const shown = feedback.owner && feedback.requester ? written : written - FEEDBACK_DAYS
  for (const [author, subject, text] of [
    [requester, owner, feedback.requester],
    [owner, requester, feedback.owner],
  ] as const)
    if (text)
      await tx.execute(sql`
        insert into order_feedback (order_id, author_id, subject_id, rating, comment, created_at, shown_at)
        values (${id}, ${author}, ${subject}, ${text.rating}, ${text.comment}, ${daysAgo(written)}, ${daysAgo(shown)})`)
}

const addressOf = (member: DemoMember) => ({
  fullName: `${member.name} ${member.surname}`,
  address: 'Via dell’Esempio 1',
  city: member.municipality,
  postalCode: member.zipCode,
  country: COUNTRY,
  phone: '',
})
