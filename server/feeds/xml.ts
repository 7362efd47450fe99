const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
// What XML 1.0 cannot hold, not even as an entity.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A text as it may stand inside an element or an attribute. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
