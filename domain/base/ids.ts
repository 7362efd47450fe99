const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => ID.test(text)

/** The last characters of a UUIDv7: the first ones encode the time, so ids created close together share them. */
export const shortId = (id: string): string => id.slice(-8)
