import { ZIP_CODE_PATTERN } from '#domain/accounts/members.ts'
import type { ShippingAddress } from '#domain/exchange/orders.schema.ts'
import { COUNTRY } from '#domain/exchange/orders.ts'
import { callInBackground } from '#web/client.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { isFull } from '#web/lib/session/full-member.ts'
import { findUserInfo } from '#web/lib/session/session.ts'

/** A point chosen on the map, with its full address. */
type MapAddress = {
  lat: number
  lng: number
  mapAddress: string
  name: string
  vicinity: string
  googleAddressId: string
}

export type StoredAddress = ShippingAddress & { country: string } & Partial<MapAddress>

const shippingAddress = browserStore<Partial<StoredAddress> | null>('localStorage', 'shippingAddress', null)

export const readAddress = (): Partial<StoredAddress> => shippingAddress.read() ?? {}
export const useAddress = (): Partial<StoredAddress> => useBrowserStore(shippingAddress, null) ?? {}

/** Merges a change into the stored address; the country is constant. */
export const storeAddress = (change: Partial<StoredAddress>): void =>
  shippingAddress.write({ ...readAddress(), ...change, country: COUNTRY })

const FIELDS = ['fullName', 'address', 'city', 'postalCode', 'phone'] as const

/** The address in a form with the fields of address-fields.tsx. */
export const addressIn = (data: FormData): Partial<ShippingAddress> =>
  Object.fromEntries(FIELDS.map((field) => [field, String(data.get(field) ?? '')]))

/** Name and telephone of the profile, for the fields that are still empty once it is read. */
export const readMissingFields = async (): Promise<Partial<ShippingAddress>> => {
  const id = findUserInfo()?._id
  if (readAddress().fullName || !id) return {}
  const member = await callInBackground('GET /api/users/:id', { params: { id } }).catch(() => undefined)
  if (!member || !isFull(member)) return {}
  const typed = readAddress()
  const fullName = [member.name, member.surname].filter(Boolean).join(' ')
  // Only what the profile has: a field that is replaced may be the one in which somebody is writing.
  return {
    ...(!typed.fullName && fullName && { fullName }),
    ...(typed.phone === undefined && member.phone && { phone: member.phone }),
  }
}

export const isComplete = ({ fullName, address, city, postalCode = '' }: Partial<StoredAddress>): boolean =>
  Boolean(fullName && address && city) && new RegExp(`^${ZIP_CODE_PATTERN}$`).test(postalCode)
