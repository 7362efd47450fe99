import type { Point } from '#web/features/map/map-source.ts'

const PATIENCE = { timeout: 10_000, maximumAge: 600_000 }

/** Where the browser is, if it can and may tell. */
export const findPosition = (): Promise<Point | undefined> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(undefined),
      PATIENCE,
    )
  })
