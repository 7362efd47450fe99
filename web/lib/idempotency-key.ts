/** A random key. crypto.randomUUID exists only in secure contexts. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-')
