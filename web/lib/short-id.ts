/** The end of a UUIDv7, which begins with the time: only the end differs between neighbours. */
export const shortId = (id: string): string => id.slice(-8)
