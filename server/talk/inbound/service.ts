import { createHash } from 'node:crypto'
import { identityKey } from '#domain/accounts/members.schema.ts'
import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { CONFIRM_DAYS, INBOUND_DAYS, replyConfirmationPath } from '#domain/talk/inbound.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { ReplyCodes } from '#server/talk/inbound/confirming.ts'
import type { InboundHooks } from '#server/talk/inbound/hooks.ts'
import {
  attachmentsMail,
  notDeliveredMail,
  questionMail,
  subjectPath,
  unknownAddressMail,
} from '#server/talk/inbound/mails.ts'
import { type ParsedMail, parseMail } from '#server/talk/inbound/parse.ts'
import type { Posting } from '#server/talk/inbound/posting.ts'
import { ownWords, yesOrNo } from '#server/talk/inbound/quotes.ts'
import { makeReceive } from '#server/talk/inbound/receiving.ts'
import type { ReplyAddresses } from '#server/talk/inbound/reply-addresses.ts'
import type { FoundAddress, InboundRow, InboundStore, Outcome } from '#server/talk/inbound/store.ts'
import { testAddressIn } from '#server/talk/inbound/test-address.ts'
import { readMessageId } from '#server/talk/mail/bounces.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Returned } from '#server/talk/newsletter/returned.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { nameRef } from '#server/talk/references/references.ts'
import { titleOf } from '#server/talk/threads/mails.ts'

// Says to mail programs that nobody is to answer automatically.
const REPLIED = { 'Auto-Submitted': 'auto-replied' }

// A mail is stored before its server hears that we have it, then read by a job: a kill in between loses nothing, and a mail that
// is delivered again is recognised by its digest.

const HIGHEST_ANSWERS_AN_HOUR = 60
const TOKEN_SHAPE = /\+[0-9a-f]{32}@/i
const NOTHING_WRITTEN = 'Non vi abbiamo trovato parole tue, sopra o sotto quello che citi.'
const ONLY_FILES = 'Conteneva solo allegati: per e-mail arriva solo il testo.'

type Parts = {
  store: InboundStore
  replyAddresses: ReplyAddresses
  codes: ReplyCodes
  posting: Posting
  returned: Returned
  mail: Mail
  notices: Notices
  limits: Limits
  hooks: InboundHooks
  /** Of our Message-IDs. */
  domain: string
  now: () => Date
}
type Reply = {
  id: number
  mail: ParsedMail
  found: FoundAddress
  viewer: Parameters<Posting['post']>[0]
  email: string
  /** To whom it was sent. */
  addressed: string[]
  /** Whether others can read the secret address, and write to it as the member. */
  isShared: boolean
}
/** How long a limit is exceeded. */
const secondsToWait = (error: unknown): number => {
  if (!(error instanceof AppError) || error.kind !== 'tooManyRequests') throw error
  return error.retryAfter ?? 0
}

export type Inbound = ReturnType<typeof makeInbound>

export const makeInbound = (parts: Parts) => {
  const { store, replyAddresses, codes, posting, returned, mail, notices, limits, hooks, domain, now } = parts
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS)

  const endAddressIfShared = async (tx: Queries, { isShared, addressed }: Reply) => {
    if (isShared) await replyAddresses.end(tx, addressed)
  }

  const end = (id: number, outcome: Outcome) => store.transaction((tx) => store.end(tx, id, outcome))

  /** Ends the mail and tells its author, unless that was done often within the hour. */
  const endAndTell = async (reply: Reply, outcome: Outcome, write: (told: Told) => MailContent) => {
    const { id, found, viewer, email } = reply
    const mayTell = await limits.take('replyMail', viewer.id).then(
      () => true,
      () => false,
    )
    const content = write({ shownName: viewer.shownName, link: subjectPath(found) })
    await store.transaction(async (tx) => {
      if (!(await store.end(tx, id, outcome))) return
      await endAddressIfShared(tx, reply)
      if (mayTell) await mail.enqueue(tx, { to: email, content, headers: REPLIED })
    })
  }

  const refuse = (reply: Reply, reason: string) =>
    endAndTell(reply, 'refused', (told) => notDeliveredMail(told, reason))

  /** Asks the member, at the address of the account, whether the reply is to count. */
  const ask = async (reply: Reply, text: string, answer: 'yes' | 'no' | null) => {
    const { id, found, viewer, email, isShared } = reply
    const { from } = reply.mail
    const wait = await limits.take('replyMail', viewer.id).then(() => undefined, secondsToWait)
    if (wait !== undefined)
      return store.transaction((tx) => jobs.add(tx, 'read-mail', { id }, { delayMs: wait * 1000 }))
    const about = await posting.about(viewer, found)
    const [title, to] = [titleOf(about), nameRef(about.toId)]
    const isOwn = identityKey(from) === identityKey(email)
    const asked = { sender: isOwn ? null : from, answer, text }
    const link = replyConfirmationPath(codes.issue(id))
    const content = questionMail({ ...asked, isShared, shownName: viewer.shownName, title, to, link })
    await store.transaction(async (tx) => {
      await hooks.members.contacts(tx, [viewer.id])
      if (!(await store.ask(tx, id, { ...found, ...asked }))) return
      await endAddressIfShared(tx, reply)
      const notice = { member: viewer.id, kind: 'step', text: content.subject, link, key: `reply:${id}` } as const
      await notices.tell(tx, { ...notice, mail: { content, headers: REPLIED } })
    })
  }

  /** Somebody answered an address that does not exist, or no longer: told once, and only if it looks like an answer to us. */
  const answerUnknown = async (id: number, { from, references }: ParsedMail, recipients: string[]) => {
    const looksLikeReply =
      recipients.some((recipient) => TOKEN_SHAPE.test(recipient)) ||
      references.split(/\s+/).some((answered) => readMessageId(answered, domain))
    if (from === '' || !looksLikeReply) return end(id, 'ignored')
    const senderHash = createHash('sha256').update(identityKey(from)).digest()
    return store.transaction(async (tx) => {
      await lockName(tx, 'answers to unknown reply addresses')
      const since = { sender: before(INBOUND_DAYS), all: new Date(now().getTime() - HOUR_MS) }
      const { bySender, inTotal } = await store.answered(tx, senderHash, since)
      if (bySender > 0 || inTotal >= HIGHEST_ANSWERS_AN_HOUR) return store.end(tx, id, 'ignored')
      if (await store.endUnknown(tx, id, senderHash))
        await mail.enqueue(tx, { to: from, content: unknownAddressMail(), headers: REPLIED })
    })
  }

  const post = async (reply: Reply, text: string) => {
    const { mail: parsed, found, viewer, id } = reply
    const digest = createHash('sha256')
      .update(`${parsed.messageId || id}\n${text}`)
      .digest('hex')
    await posting.post(viewer, found, text, `mail-${digest}`)
    if (parsed.hasAttachments) await endAndTell(reply, 'posted', attachmentsMail)
    else await end(id, 'posted')
  }

  const handle = async (reply: Reply) => {
    const { mail: parsed, found, viewer, email, isShared } = reply
    const words = ownWords(parsed.text, replyAddresses.plain)
    const text = posting.textOf(words, parsed)
    if (!viewer.verified) return refuse(reply, 'Prima conferma il tuo indirizzo e-mail.')
    if (words === '') return refuse(reply, parsed.hasAttachments ? ONLY_FILES : NOTHING_WRITTEN)
    const answer = yesOrNo(words)
    const isAnswer = answer !== undefined && (await posting.isAwaited(viewer, found))
    if (isAnswer) return ask(reply, text, answer)
    if (isShared || identityKey(parsed.from) !== identityKey(email)) return ask(reply, text, null)
    return post(reply, text)
  }

  const readStored = async (id: number, { content, recipients, hasSender }: InboundRow) => {
    if (await returned.note(content.toString('latin1'))) return end(id, 'bounce')
    // The parser throws for a mail with too many nested parts.
    const parsed = await parseMail(content).catch(() => undefined)
    const test = parsed && testAddressIn([...recipients, ...parsed.to])
    if (test) return store.endTest(id, test)
    if (!parsed || !hasSender || parsed.isAutomatic || readMessageId(parsed.messageId, domain))
      return end(id, 'ignored')
    const addressed = [...recipients, ...parsed.to]
    const found = await replyAddresses.read(addressed)
    const sender = found && (await hooks.findSender(found.memberId))
    if (!sender) return answerUnknown(id, parsed, addressed)
    const isShared = replyAddresses.isShared(parsed.shown, sender.email)
    const reply: Reply = { id, mail: parsed, found, addressed, isShared, ...sender }
    try {
      return await handle(reply)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
      return refuse(reply, error.message)
    }
  }

  return {
    receive: makeReceive(parts),

    /** Reads a stored mail; repeating it does no harm. */
    async read(id: number): Promise<void> {
      const row = await store.find(id)
      if (row) await readStored(id, row)
    },

    queue: store.queue,

    personalData: {
      tables: ['reply_address', 'inbound_mail'],
      export: async ({ id }) => ({
        heldReplies: (await store.heldOf(id)).map(({ at, sender, text }) => ({
          at: at.toISOString(),
          sender: sender ?? '',
          text,
        })),
      }),
      erase: (tx, { id }) => store.removeOf(tx, id),
      async deleteExpired(at) {
        await store.removeAskedBefore(new Date(at.getTime() - CONFIRM_DAYS * DAY_MS))
        await store.removeOlderThan(new Date(at.getTime() - INBOUND_DAYS * DAY_MS))
      },
    } satisfies PersonalData,
  }
}

type Told = Parameters<typeof attachmentsMail>[0]
