import { createHash, randomUUID } from 'node:crypto'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { NoticeKind } from '#domain/talk/notices.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { signFields } from '#server/platform/signed-links.ts'
import { addressesIn } from '#server/talk/inbound/parse.ts'
import type { FoundAddress, InboundStore, Subject } from '#server/talk/inbound/store.ts'
import type { NoticeMail } from '#server/talk/notices/store.ts'

const TOKEN_BYTES = 16
const TOKEN = /\+([0-9a-f]{32})@/i
const ANSWERED = /^\/(order|messaggi)\/([0-9a-f-]{36})$/
/** Kinds of notices about a request or a conversation. */
const KINDS: readonly NoticeKind[] = ['request', 'step', 'payment', 'decision', 'message']

export const FROM_SITE = 'Rispondi dal sito: se rispondi a questa e-mail, il messaggio non arriva.'
const BY_MAIL = 'Puoi anche rispondere a questa e-mail: quello che scrivi arriva come messaggio, senza allegati.'
const DIRECTLY = 'Se rispondi a questa e-mail, scrivi direttamente a chi ti ha contattato.'
const BY_YES = 'Se la richiesta aspetta te, basta rispondere «sì» o «no»: poi ti chiediamo di confermare.'

type Parts = {
  store: InboundStore
  secret: string
  /** The address to which members answer, without token; undefined if no mail is read. */
  address: string | undefined
  /** The From of all mails. */
  sender: string
  now: () => Date
}
type Told = { memberId: string; kind: NoticeKind; link: string }
export type ReplyAddresses = ReturnType<typeof makeReplyAddresses>

const subjectOf = (kind: NoticeKind, link: string): Subject | undefined => {
  const [, page, id = ''] = (KINDS.includes(kind) && ANSWERED.exec(link)) || []
  if (!page) return undefined
  return page === 'order' ? { orderId: id, threadId: null } : { orderId: null, threadId: id }
}

/** How to answer a mail to which no reply becomes a message. */
const withoutAddress = ({ kind, link }: Pick<Told, 'kind' | 'link'>, headers: Record<string, string>): string[] => {
  if (headers['Reply-To']) return [DIRECTLY]
  // A ring has several other members.
  return kind === 'message' || link.startsWith('/anelli') ? [FROM_SITE] : []
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token.toLowerCase()).digest()

const tokensIn = (recipients: string[]): Buffer[] =>
  recipients.flatMap((recipient) => TOKEN.exec(recipient)?.[1] ?? []).map(hashToken)

/**
 * One address for each member and subject, `name+token@domain`. The token follows from the row's id and the server's secret; the row
 * holds its hash only. Deleting the row ends the address.
 */
export const makeReplyAddresses = ({ store, secret, address, sender, now }: Parts) => {
  const ours = [address ?? '', ...addressesIn(sender)].map(identityKey)
  const tokenOf = (id: string): string =>
    signFields(secret, 'reply address', [id]).subarray(0, TOKEN_BYTES).toString('hex')
  const withToken = (id: string): string => (address ?? '').replace('@', `+${tokenOf(id)}@`)

  /** Returns the member's address for this subject; undefined without one. */
  const find = async (tx: Queries, memberId: string, subject: Subject): Promise<string | undefined> => {
    const row = await store.addressOf(tx, memberId, subject)
    if (!row) return undefined
    const tokenHash = hashToken(tokenOf(row.id))
    // The secret has been replaced since.
    if (!tokenHash.equals(row.tokenHash)) await store.setToken(tx, { id: row.id, tokenHash })
    return withToken(row.id)
  }

  /** Makes the addresses for the mails of a notice. Call in the transaction that has locked the members and the order. */
  const prepare = async (tx: Queries, members: string[], kind: NoticeKind, link: string): Promise<void> => {
    const subject = address && subjectOf(kind, link)
    if (!subject || members.length === 0) return
    const added = members.map((memberId) => {
      const id = randomUUID()
      return { id, tokenHash: hashToken(tokenOf(id)), memberId }
    })
    await store.addAddresses(tx, added, subject, now())
  }

  /** Adds the member's Reply-To to a mail, and how it can be answered. */
  const addTo = async <Written extends NoticeMail>(
    tx: Queries,
    written: Written,
    { memberId, kind, link }: Told,
  ): Promise<Written> => {
    const { content, headers = {}, isLast } = written
    const subject = address && !isLast && subjectOf(kind, link)
    const own = subject && (await find(tx, memberId, subject))
    const added = own ? [BY_MAIL, ...(kind === 'request' ? [BY_YES] : [])] : withoutAddress({ kind, link }, headers)
    if (added.length === 0) return written
    return {
      ...written,
      content: { ...content, notes: [...(content.notes ?? []), ...added] },
      headers: own ? { ...headers, 'Reply-To': own } : headers,
    }
  }

  return {
    /** Without token; a line of a reply that contains it belongs to the quoted mail. */
    plain: address?.replace(/@.*/, '+') ?? '',

    prepare,
    addTo,

    /** For a mail that is sent beside a notice. */
    async addNew<Written extends NoticeMail>(tx: Queries, written: Written, told: Told): Promise<Written> {
      await prepare(tx, [told.memberId], told.kind, told.link)
      return addTo(tx, written, told)
    },

    /** Returns the member and the subject of the first address that is one of ours. */
    async read(recipients: string[]): Promise<FoundAddress | undefined> {
      const tokens = tokensIn(recipients)
      return tokens.length === 0 ? undefined : store.findAddress(tokens)
    },

    /** Whether a mail shows such an address to others than Piazza and the member with this e-mail address. */
    isShared(shown: string[], email: string): boolean {
      const known = [...ours, identityKey(email)]
      const isOther = (recipient: string) => !known.includes(identityKey(recipient.replace(TOKEN, '@')))
      return tokensIn(shown).length > 0 && shown.some(isOther)
    },

    /** Ends those of these addresses that are ours; the next mail about the subject has a new one. */
    end: (tx: Queries, recipients: string[]): Promise<void> => store.removeAddresses(tx, tokensIn(recipients)),
  }
}
