/** Splits "Via Roma 12, Torino" into street and comune; without a comma it is all comune. */
export const splitAddress = (text: string): { street: string; place: string } => {
  const comma = text.lastIndexOf(',')
  if (comma < 0) return { street: '', place: text.trim() }
  // The search knows names only: drop the postal code before and the province after it.
  const place = text
    .slice(comma + 1)
    .replace(/^\s*\d{5}\b/, '')
    .replace(/\([A-Za-z]{2}\)\s*$/, '')
  return { street: text.slice(0, comma).trim(), place: place.trim() }
}
