import type { Point } from '#web/features/map/map-source.ts'

const POSITION_OPTIONS = { timeout: 10_000, maximumAge: 600_000 }

/** The browser's position; undefined if unavailable or denied. */
export const findPosition = (): Promise<Point | undefined> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(undefined),
      POSITION_OPTIONS,
    )
  })
