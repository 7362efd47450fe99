const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => ID.test(text)

/** The end of a UUIDv7: ids created close together begin alike, with the time. */
export const shortId = (id: string): string => id.slice(-8)
