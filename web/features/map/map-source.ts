/** A place somebody may mean, with what the delivery needs of it. */
export type FoundPlace = {
  id: string
  lat: number
  lng: number
  /** The whole address in one line. */
  address: string
  name: string
  /** What lies around it. */
  vicinity: string
  street: string
  city: string
  postalCode: string
}
export type Point = { lat: number; lng: number }

export type Drawing = { show(point: Point): void; remove(): void }

/** Where a map and its places come from. */
export type MapSource = {
  search(text: string, signal?: AbortSignal): Promise<FoundPlace[]>
  /** What stands at a point that was pressed, if the source knows. */
  placeAt(point: Point): Promise<FoundPlace | undefined>
  draw(element: HTMLElement, centre: Point, onPress: (point: Point) => void): Promise<Drawing>
}

export const ZOOM = 15
/** Turin, where the association is: without a position the map opens here. */
export const DEFAULT_CENTRE: Point = { lat: 45.0703, lng: 7.6869 }
