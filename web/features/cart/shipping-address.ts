import type { ShippingAddress } from '#domain/orders.schema.ts'
import { COUNTRY } from '#domain/orders.ts'
import { browserStore, useBrowserStore } from '#web/lib/browser-store.ts'

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

export const isComplete = ({ fullName, address, city, postalCode }: Partial<StoredAddress>): boolean =>
  Boolean(fullName && address && city && postalCode)
