const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
// Characters that XML 1.0 does not allow, not even as entities.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern detects control characters
const INVALID_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** For element content and attribute values. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(INVALID_CHARACTERS, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
