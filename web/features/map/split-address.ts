/** "Via Roma 12, Torino" is a street and a comune; without a comma it is a comune. */
export const splitAddress = (text: string): { street: string; place: string } => {
  const comma = text.lastIndexOf(',')
  if (comma < 0) return { street: '', place: text.trim() }
  // A postal code before the name, or a province after it, helps people and not the search.
  const place = text
    .slice(comma + 1)
    .replace(/^\s*\d{5}\b/, '')
    .replace(/\([A-Za-z]{2}\)\s*$/, '')
  return { street: text.slice(0, comma).trim(), place: place.trim() }
}
