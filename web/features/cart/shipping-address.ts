import { ZIP_CODE_PATTERN } from '#domain/members.ts'
import type { ShippingAddress } from '#domain/orders.schema.ts'
import { COUNTRY } from '#domain/orders.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'
import { getFullMember } from '#web/lib/full-member.ts'
import { findUserInfo } from '#web/lib/session.ts'

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

/** The address entered last time, or the name and telephone of the profile. */
export const knownAddress = async (): Promise<Partial<StoredAddress>> => {
  const stored = readAddress()
  const memberId = findUserInfo()?._id
  if (stored.fullName || !memberId) return stored
  const record = await getFullMember(memberId).catch(() => undefined)
  if (!record) return stored
  const fullName = [record.name, record.surname].filter(Boolean).join(' ')
  return { ...stored, fullName, phone: stored.phone ?? record.phone }
}

export const isComplete = ({ fullName, address, city, postalCode = '' }: Partial<StoredAddress>): boolean =>
  Boolean(fullName && address && city) && new RegExp(`^${ZIP_CODE_PATTERN}$`).test(postalCode)
