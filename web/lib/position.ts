const POSITION_OPTIONS = { timeout: 10_000, maximumAge: 600_000 }

/** The browser's position; undefined if unavailable or denied. */
export const findPosition = (): Promise<{ lat: number; lng: number } | undefined> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(undefined),
      POSITION_OPTIONS,
    )
  })
