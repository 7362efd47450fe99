import { QUOTE_BELOW } from '#server/talk/inbound/html-text.ts'

// Finds what a person wrote in a reply: without the quoted mail, the signature, and what programs add.

const MOST_ATTRIBUTION_LINES = 4
const MOST_HEADER_LINES = 8
const LONGEST_LINE = 500

/** "Il giorno … ha scritto:", in the languages of mail programs. */
const ATTRIBUTIONS = [
  /^(in data|il|il giorno|giorno|alle|lun|mar|mer|gio|ven|sab|dom)\b.{4,}\b(ha scritto|scrive|scriveva)\s*:?$/i,
  /^(lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica),? \d.*(\b\d{4}\b|@).*\bha scritto\s*:$/i,
  /^.{0,120}\b(ha scritto|scrive) (il|in data|alle)\b.{4,80}:$/i,
  /^(on|at)\b.{4,}\bwrote\s*:?$/i,
  /^(am|um)\b.{4,}\b(schrieb|hat geschrieben)\b.{0,120}:?$/i,
  /^le\b.{4,}\ba écrit\s*:?$/i,
  /^el\b.{4,}\bescribió\s*:?$/i,
  /^em\b.{4,}\bescreveu\s*:?$/i,
  /^op\b.{4,}\bschreef\b.{0,120}:?$/i,
  /^\d{4}-\d{2}-\d{2}\b.{4,}<[^<>\s]+@[^<>\s]+>\s*:?$/,
]
/** Everything below is not the reply. */
const SEPARATORS = [
  /^-{2,}\s*(messaggio originale|original message|messaggio inoltrato|forwarded message|ursprüngliche nachricht|message d.origine|mensaje original)\s*-{2,}$/i,
  /^(inizio messaggio inoltrato|begin forwarded message)\s*:?$/i,
  /^-{2,}\s*(rispondi sopra questa riga|reply above this line)\b/i,
  // Outlook on the web, followed by "Da:".
  /^_{20,}$/,
]
const QUOTED_HEADERS =
  /^\*?(da|inviato|data|a|cc|oggetto|from|sent|date|to|subject|von|gesendet|an|betreff|de|envoyé|objet|enviado|para|asunto)\s*:\*?\s*\S/i
const SENDER_HEADER = /^\*?(da|from|von|de)\s*:/i
const SENT_HEADER = /^\*?(inviato|sent|gesendet|envoyé|enviado)\s*:/i
const SUBJECT_HEADER = /^\*?(oggetto|subject|betreff|objet|asunto)\s*:/i
/** What programs write below a reply about themselves. */
const PROGRAM_LINES = [
  /^(inviato|spedito|mandato|sent|gesendet|envoyé|enviado|von meinem)\s.{0,40}\b(iphone|ipad|ios|mac|android|samsung|galaxy|huawei|honor|xiaomi|redmi|poco|oppo|realme|oneplus|motorola|nokia|pixel|windows|outlook|gmail|yahoo|libero|virgilio|tiscali|aruba|proton|tuta|thunderbird|k-9|fairemail|bluemail|spark|webmail|posta|mail)\b.{0,30}$/i,
  /^(inviato|spedito|mandato|sent|gesendet|envoyé|enviado)\s.{0,20}\b(mio|my|meinem|mon|mi) (telefono|cellulare|smartphone|tablet|dispositivo|phone|mobile|handy|téléphone|móvil)\b.{0,30}$/i,
  /^(get|ottieni|scarica) (outlook|posta|libero|virgilio)\b.{0,60}$/i,
]
const SIGNATURE = /^--\s?$/
const FOOTERS = [
  /^(mail priva di virus|virus[- ]free|questa e-?mail è stata controllata|this email has been (checked|scanned))\b/i,
  /^(avviso di riservatezza|nota di riservatezza|clausola di riservatezza|disclaimer|confidentiality notice)\b/i,
  /^(questo messaggio|le informazioni contenute|il presente messaggio|la presente e-?mail|questa comunicazione)\b.{0,120}\b(riservat|confidenzial|destinatari|allegati)/i,
  /^(this (e-?mail|message)|the information contained)\b.{0,120}\b(confidential|intended)/i,
  /^ai sensi (del|dell|della)\b.{0,60}\b(regolamento|reg\.|d\.?\s?lgs|gdpr|privacy)/i,
  /^(prima di stampare|please consider the environment|pensa all.ambiente)\b/i,
]

const isAny = (patterns: readonly RegExp[], line: string): boolean =>
  line.length <= LONGEST_LINE && patterns.some((pattern) => pattern.test(line))
const isQuoted = (line: string): boolean => /^\s*(>|\|\s)/.test(line)

/** How many lines from here on say who wrote what is quoted below; mail programs wrap them. */
const attributionLength = (lines: string[], from: number): number => {
  if (!lines[from]) return 0
  let joined = ''
  for (let count = 1; count <= MOST_ATTRIBUTION_LINES && from + count <= lines.length; count++) {
    const line = lines[from + count - 1] ?? ''
    if (isQuoted(line)) return 0
    joined = `${joined} ${line}`.trim()
    // A sentence of the reply has no date, time or address.
    if (/[\d@]/.test(joined) && isAny(ATTRIBUTIONS, joined)) return count
  }
  return 0
}

/** Whether the quoted mail begins here with its header ("Da: … Inviato: … A: … Oggetto: …"). */
const isHeaderBlock = (lines: string[], from: number): boolean => {
  if (!SENDER_HEADER.test(lines[from] ?? '')) return false
  const following = lines.slice(from, from + MOST_HEADER_LINES).filter((line) => QUOTED_HEADERS.test(line))
  const hasAny = (pattern: RegExp) => following.some((line) => pattern.test(line))
  return following.length >= 3 && (hasAny(/@/) || (hasAny(SENT_HEADER) && hasAny(SUBJECT_HEADER)))
}

/** Below a rule of underscores comes the header of the quoted mail, or a mailing list's footer. */
const isSeparator = (lines: string[], from: number): boolean => {
  const line = lines[from] ?? ''
  return line === QUOTE_BELOW || isAny(SEPARATORS, line) || isHeaderBlock(lines, from)
}

const withoutSignature = (lines: string[]): string[] => {
  const end = lines.findIndex((line) => SIGNATURE.test(line) || isAny(FOOTERS, line))
  const above = end === -1 ? lines : lines.slice(0, end)
  // Below the last words: above others such a line is a sentence of the reply.
  const last = above.findLastIndex((line) => line !== '' && !isAny(PROGRAM_LINES, line))
  return above.slice(0, last + 1)
}

const nextText = (lines: string[], from: number): string => lines.slice(from).find((line) => line !== '') ?? ''

/** The parts of the reply above, between and below what it quotes. */
const partsOf = (lines: string[], ownAddress: string): string[][] => {
  const parts: string[][] = [[]]
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? ''
    const attribution = attributionLength(lines, index)
    if (attribution > 0) {
      const isMarked = isQuoted(nextText(lines, index + attribution))
      // Without marks nothing tells where the quote ends.
      if (!isMarked) break
      parts.push([])
      index += attribution
    } else if (isQuoted(line)) {
      if (parts.at(-1)?.length) parts.push([])
      index += 1
    } else if (isSeparator(lines, index) || (ownAddress !== '' && line.toLowerCase().includes(ownAddress))) break
    else {
      parts.at(-1)?.push(line)
      index += 1
    }
  }
  return parts
}

/** `ownAddress` is the address that the mail answers; a line that contains it belongs to the quote. */
export const ownWords = (text: string, ownAddress = ''): string => {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/[\u200b\u200e\u200f\ufeff]/g, '')
    .split('\n')
    .map((line) => (isSignatureDash(line) ? '-- ' : line.trim()))
  return partsOf(lines, ownAddress.toLowerCase())
    .map((part) => withoutSignature(part).join('\n').trim())
    .filter((part) => part !== '')
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
}

const isSignatureDash = (line: string): boolean => /^--\s*$/.test(line)

const YES = /^(sì|si|si['’`]|sí|certo|va bene|ok)(,? grazie)?[\s.!]*$/i
const NO = /^no(,? grazie)?[\s.!]*$/i

/** Whether the whole reply says yes or no. */
export const yesOrNo = (text: string): 'yes' | 'no' | undefined => {
  const words = text.normalize('NFC').trim()
  if (YES.test(words)) return 'yes'
  return NO.test(words) ? 'no' : undefined
}
