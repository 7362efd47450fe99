import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { ReplyConfirmation, ReplyQuestion } from '#domain/talk/inbound.schema.ts'
import { CONFIRM_DAYS, INBOUND_MESSAGES, type ReplyAct } from '#domain/talk/inbound.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import { makeSignedLinks } from '#server/platform/signed-links.ts'
import type { InboundHooks } from '#server/talk/inbound/hooks.ts'
import { subjectPath } from '#server/talk/inbound/mails.ts'
import type { Posting } from '#server/talk/inbound/posting.ts'
import type { Answer, AskedReply, InboundStore } from '#server/talk/inbound/store.ts'

type Parts = {
  store: InboundStore
  codes: ReplyCodes
  posting: Posting
  hooks: InboundHooks
  limits: Limits
  now: () => Date
}

/** Codes of the links with which a member confirms a reply; a code contains the number of the mail. */
export const makeReplyCodes = (secret: string) => {
  const links = makeSignedLinks(secret, 'confirm reply')
  return {
    issue: (id: number): string => links.issue(String(id)),
    read: (code: string): number | undefined => {
      const [id] = links.read(code) ?? []
      return id === undefined ? undefined : Number(id)
    },
  }
}
export type ReplyCodes = ReturnType<typeof makeReplyCodes>

const actOf = (answer: Answer): ReplyAct => (answer === null ? 'send' : answer === 'yes' ? 'accept' : 'close')

/** The page on which a member confirms a reply by mail. The link was mailed to the member's own address. */
export const makeReplyConfirming = ({ store, codes, posting, hooks, limits, now }: Parts) => {
  const find = async (code: string, ip: string) => {
    await limits.takeFrom(ip, 'linkFromIp')
    const id = codes.read(code)
    const asked = id === undefined ? undefined : await store.asked(id)
    const isOld = asked && asked.at.getTime() < now().getTime() - CONFIRM_DAYS * DAY_MS
    const sender = asked && !isOld ? await hooks.findSender(asked.memberId) : undefined
    if (id === undefined || !asked || !sender) throw new AppError('notFound', INBOUND_MESSAGES.linkInvalid)
    return { id, asked, viewer: sender.viewer }
  }

  const act = async (
    { id, asked, viewer }: Awaited<ReturnType<typeof find>>,
    { terms }: ReplyConfirmation,
  ): Promise<string> => {
    const { answer, orderId, text } = asked
    if (answer === null || orderId === null) {
      await posting.post(viewer, asked, text, `reply-${id}`)
      return INBOUND_MESSAGES.sent
    }
    if (answer === 'no') return hooks.steps.take('cancel', orderId, viewer, {})
    if (!terms) throw new AppError('malformed', MESSAGES.malformed)
    return hooks.steps.take('accept', orderId, viewer, { terms })
  }

  const termsOf = async (asked: AskedReply, viewer: Awaited<ReturnType<typeof find>>['viewer']) => {
    if (asked.answer !== 'yes' || asked.orderId === null) return null
    const { val, euro } = (await hooks.orders.get(asked.orderId, viewer)).terms
    return { val, euro }
  }

  return {
    /** Changes nothing, because mail programs open links. */
    async question(code: string, ip: string): Promise<ReplyQuestion> {
      const { asked, viewer } = await find(code, ip)
      const { title, to } = await posting.about(viewer, asked)
      const terms = await termsOf(asked, viewer)
      const { answer, sender, text } = asked
      return { act: actOf(answer), to, title, text, sender, terms, link: subjectPath(asked) }
    },

    /** Returns the message for the member. */
    async confirm(code: string, ip: string, confirmation: ReplyConfirmation): Promise<string> {
      const found = await find(code, ip)
      const message = await act(found, confirmation)
      await store.endAsked(found.id)
      return message
    },
  }
}
