/** A search result with the parts of a delivery address. */
export type FoundPlace = {
  id: string
  lat: number
  lng: number
  /** The full address. */
  address: string
  name: string
  /** Province and region. */
  vicinity: string
  street: string
  city: string
  postalCode: string
}
export type Point = { lat: number; lng: number }

export type DrawnMap = { show(point: Point): void; remove(): void }

/** A map provider: search, reverse geocoding and drawing. */
export type MapSource = {
  search(text: string, signal?: AbortSignal): Promise<FoundPlace[]>
  /** The place at a point of the map, if known. */
  placeAt(point: Point): Promise<FoundPlace | undefined>
  draw(element: HTMLElement, centre: Point, onClick: (point: Point) => void): Promise<DrawnMap>
}

export const ZOOM = 15
/** Turin: the centre while the position is unknown. */
export const DEFAULT_CENTRE: Point = { lat: 45.0703, lng: 7.6869 }
