import { randomBytes, randomUUID } from 'node:crypto'
import { identityKey } from '#domain/accounts/members.schema.ts'
import { SESSION_DAYS } from '#domain/accounts/retention.ts'
import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts'
import type { OrderState } from '#domain/exchange/orders.ts'
import { hasStock, partiesOf, showsPrice } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import { hashPassword } from '#server/accounts/sessions/passwords.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'

// Inserts members, listings, reviews and orders directly into the database.

type Role = {
  verified?: boolean
  isSeller?: boolean
  isAdmin?: boolean
  role?: string
  hasAd?: boolean
  password?: string
}
type ListingOptions = Partial<{
  name: string
  section: Section
  category: string
  priceVal: number
  description: string
  brand: string
  stock: number
  isService: boolean
  paused: boolean
  expiresAt: Date
  /** Of an event: in a week, for two hours, by default. */
  startsAt: Date
  endsAt: Date
  place: string
  places: number
}>
type OrderOptions = {
  buyer?: { id: string; token: string }
  seller?: { id: string; token: string }
  kind?: Section
  /** The state that the order is in; `sent` by default, and `agreed` for an event. */
  state?: OrderState
}

/** The columns of an event. */
const eventOf = ({ section, startsAt, endsAt, place = '', places }: ListingOptions) => {
  if (section !== 'avviso') return { startsAt: null, endsAt: null, place: '', places: null }
  const start = startsAt ?? new Date((endsAt?.getTime() ?? Date.now() + 7 * 24 * HOUR_MS) - 2 * HOUR_MS)
  return { startsAt: start, endsAt: endsAt ?? new Date(start.getTime() + 2 * HOUR_MS), place, places: places ?? null }
}

export const unique = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`

export const makePopulation = (db: Database, clock = () => new Date()) => {
  /** Begins a session of a member, or of the volunteer of the desk for the member; returns its token. */
  const aSession = async ({ id }: { id: string }, options: { endsAt?: Date; volunteer?: { token: string } } = {}) => {
    const token = newCode()
    const endsAt = options.endsAt ?? new Date(clock().getTime() + SESSION_DAYS * DAY_MS)
    await db.execute(sql`
      insert into member_session (token_hash, member_id, volunteer_session, began_at, expires_at)
      values (${hashCode(token)}, ${id},
        (select id from member_session where token_hash = ${hashCode(options.volunteer?.token ?? '')}), ${clock()}, ${endsAt})`)
    return token
  }

  const aMember = async (role: Role = {}) => {
    const username = unique('MEMBRO').toUpperCase()
    const email = `${username.toLowerCase()}@esempio.test`
    const { verified = true, isSeller = verified, isAdmin = false, hasAd = false } = role
    // Hashing is slow: only members with a given password can sign in.
    const passwordHash = role.password ? await hashPassword(role.password) : 'none'
    const [row] = await db.query<{ id: string }>(sql`
      insert into member (username, username_key, email, email_key, password_hash, verified, is_seller, role, has_ad, seller_name)
      values (${username}, ${identityKey(username)}, ${email}, ${identityKey(email)}, ${passwordHash}, ${verified}, ${isSeller}, ${role.role ?? (isAdmin ? 'admin' : 'member')}, ${hasAd}, ${`Bottega ${username}`})
      returning id`)
    const id = row?.id ?? ''
    return { id, username, email, token: await aSession({ id }) }
  }

  const aListing = async (options: ListingOptions & { by?: { id: string } } = {}) => {
    const seller = options.by ?? (await aMember())
    const category = options.category ?? 'Varie'
    const section = options.section ?? 'offro'
    const name = options.name ?? unique('Annuncio')
    const event = eventOf({ ...options, section })
    await db.execute(
      sql`insert into category (key, name) values (${category.toLowerCase()}, ${category}) on conflict do nothing`,
    )
    const [row] = await db.query<{ id: string }>(sql`
      insert into listing (place, published_at, seller_id, name, section, category, price_val, description, brand, stock, is_service, paused,
        expires_at, starts_at, ends_at, venue, places)
      values (nextval('listing_place'), now(), ${seller.id}, ${name}, ${section}, ${category.toLowerCase()},
        ${options.priceVal ?? (section === 'dono' ? 0 : 500)}, ${options.description ?? ''}, ${options.brand ?? ''}, ${options.stock ?? 1},
        ${options.isService ?? false}, ${options.paused ?? false}, ${event.endsAt ?? options.expiresAt ?? null},
        ${event.startsAt}, ${event.endsAt}, ${event.place}, ${event.places})
      returning id`)
    return { id: row?.id ?? '', name, seller }
  }

  const aReview = async (
    of: { id: string },
    options: { by?: { id: string; username: string }; rating?: number; comment?: string; verified?: boolean } = {},
  ) => {
    const reviewer = options.by ?? (await aMember())
    const { rating = 5, comment = 'Tutto bene', verified = false } = options
    const [row] = await db.query<{ id: string }>(sql`
      insert into review (listing_id, member_id, name, rating, comment, verified_exchange)
      values (${of.id}, ${reviewer.id}, ${reviewer.username}, ${rating}, ${comment}, ${verified}) returning id`)
    return { id: row?.id ?? '', reviewer }
  }

  /** The row of an uploaded picture, without a file. */
  const aPicture = async (by: { id: string }, options: { format?: 'jpeg' | 'png'; unusedSince?: Date } = {}) => {
    const id = randomUUID()
    const url = `/uploads/${id}-1200.webp`
    await db.execute(sql`insert into upload (id, member_id, url, format, bytes, unused_since)
      values (${id}, ${by.id}, ${url}, ${options.format ?? 'jpeg'}, 1000, ${options.unusedSince ?? new Date()})`)
    return { id, url }
  }

  const anOrder = async ({
    kind = 'offro',
    state = kind === 'avviso' ? 'agreed' : 'sent',
    ...people
  }: OrderOptions = {}) => {
    const seller = people.seller ?? (await aMember())
    const buyer = people.buyer ?? (await aMember({ hasAd: true }))
    const listing = await aListing({ by: seller, section: kind })
    const { giver, payer, payee } = partiesOf(kind, { owner: seller.id, requester: buyer.id, isFree: false })
    const at = clock()
    const momentIn = (...states: OrderState[]) => (states.includes(state) ? at : null)
    const agreedAt = momentIn('agreed', 'paid', 'delivered', 'concluded')
    const price = showsPrice(kind) ? 500 : 0
    const [order] = await db.query<{ id: string }>(sql`
      insert into orders (buyer_id, seller_id, kind, giver_id, payer_id, payee_id, items_price_val, items_price_euro,
        shipping_price, total_price_val, total_price_euro, terms_by, terms_at, turn_at, agreed_at, answered_at, paid_at,
        delivered_at, concluded_at, cancelled_at, cancelled_by, expired_at)
      values (${buyer.id}, ${seller.id}, ${kind}, ${giver}, ${payer}, ${payee}, ${price}, 0, 0, ${price}, 0, ${buyer.id}, ${at},
        ${at}, ${agreedAt}, ${agreedAt}, ${payer && momentIn('paid', 'delivered')}, ${momentIn('delivered')},
        ${momentIn('concluded')}, ${momentIn('closed')}, ${momentIn('closed') && buyer.id}, ${momentIn('expired')})
      returning id`)
    await db.execute(sql`insert into order_item (order_id, position, listing_id, name, qty, price_val, price_euro, takes_stock,
        starts_at, ends_at)
      select ${order?.id ?? ''}, 1, id, name, 1, ${price}, 0, ${hasStock({ section: kind, isService: false })}, starts_at, ends_at
      from listing where id = ${listing.id}`)
    return { buyer, seller, listing, order: { id: order?.id ?? '' } }
  }

  return { aMember, aSession, aListing, aReview, aPicture, anOrder }
}
