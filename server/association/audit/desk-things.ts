import type { DeskThing } from '#domain/accounts/desk-acts.ts'
import { isId } from '#domain/base/ids.ts'
import type { Call } from '#domain/calls.ts'
import { itemNames, partyName, totalText } from '#domain/exchange/order-texts.ts'
import { otherParty } from '#domain/exchange/orders.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { ReportsStore } from '#server/association/reports/store.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Rings } from '#server/exchange/rings/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Threads } from '#server/talk/threads/service.ts'
import type { ValRequests } from '#server/val/transfers/requests.ts'

type Parts = {
  db: Database
  orders: OrdersService
  listings: ListingsService
  threads: Threads
  valRequests: ValRequests
  members: MembersService
  rings: Rings
  decisions: ReportsStore
}

const titled = (thing: string | undefined): DeskThing | undefined => (thing ? { thing } : undefined)

/** What a call of the desk was about, as it is now: its thing, the other person and the sum. */
export const makeDeskThings = ({ db, orders, listings, threads, valRequests, members, rings, decisions }: Parts) => {
  const ofOrder = async (id: string, memberId: string): Promise<DeskThing | undefined> => {
    const order = await orders.read(id, db)
    if (!order) return undefined
    const sum = totalText(order)
    return { thing: itemNames(order), person: partyName(order, otherParty(order, memberId)), ...(sum && { sum }) }
  }
  const ofThread = async (id: string, memberId: string): Promise<DeskThing | undefined> => {
    const thread = await threads.find(id)
    if (!thread) return undefined
    const otherId = thread.askerId === memberId ? thread.ownerId : thread.askerId
    const person = (await members.shownNames([otherId])).get(otherId)
    return { thing: thread.title, ...(person && { person }) }
  }

  return async (call: Call, id: string, memberId: string): Promise<DeskThing | undefined> => {
    const path = call.split(' ')[1] ?? ''
    if (!isId(id)) return undefined
    if (path.startsWith('/api/orders')) return ofOrder(id, memberId)
    if (path.startsWith('/api/products')) return titled((await listings.reported(id))?.title)
    if (path.startsWith('/api/threads')) return ofThread(id, memberId)
    if (path.startsWith('/api/rings')) return titled(await rings.offered(id, memberId))
    if (path.startsWith('/api/decisions')) return titled((await decisions.findDecision(id))?.title)
    return path.startsWith('/api/wallet/requests') ? valRequests.thing(id, memberId) : undefined
  }
}
