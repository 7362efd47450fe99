import { Readable } from 'node:stream'
import { sql } from '#server/platform/db/sql.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { mailsTo, type PostedMail } from '#test/mailbox.ts'
import { aReply, part } from '#test/reply-shapes.ts'
import { aPiazzaWithThreads } from '#test/thread-calls.ts'

type Person = { id: string; token: string; email: string }
type Sent = { from: string; to: string; id?: string; header?: string; recipients?: string[]; hasSender?: boolean }

export const replyToIn = (mail: PostedMail | undefined): string => mail?.headers['Reply-To'] ?? ''

/** A server whose mails can be answered, with a conversation, and a function that delivers what a mail program would send. */
export const aPiazzaWithReplies = async (env: Record<string, string> = {}) => {
  const piazza = await aPiazzaWithThreads(env)
  const { inbound, notices } = piazza.services
  let number = 0

  /** Stores a mail as the receivers do; returns what became of it. */
  const deliver = async (raw: Buffer, { recipients = [] as string[], hasSender = true } = {}): Promise<string> => {
    await inbound.receive(Readable.from([raw]), { recipients, hasSender })
    await allRead()
    const [row] = await piazza.db.query<{ state: string }>(sql`select state from inbound_mail order by id desc limit 1`)
    return row?.state ?? 'none'
  }
  const allRead = () => jobsDone(piazza.db, 'read-mail')
  const answer = (text: string, { from, to, id, header = '', ...envelope }: Sent) =>
    deliver(aReply(part(text), { from, to, header, id: id ?? `${++number}@posta.example` }), envelope)
  const lastMail = async ({ email }: Person): Promise<PostedMail | undefined> =>
    (await mailsTo(piazza.db, email)).at(-1)

  /** A question about a listing that its owner has been mailed. */
  const aQuestion = async () => {
    const { buyer, seller, listing } = await aBuyerSellerListing(piazza)
    const { _id: thread } = await piazza.begin(buyer, { listing: listing.id })
    await piazza.write(buyer, thread, 'È ancora libera?')
    piazza.pass(6)
    await notices.sendDue()
    const mail = await lastMail(seller)
    return { buyer, seller, listing, thread, mail, to: replyToIn(mail), from: seller.email }
  }
  const texts = async (by: Person, thread: string): Promise<string[]> =>
    (await piazza.read(by, thread)).messages.map(({ text }) => text)
  return { ...piazza, deliver, allRead, answer, lastMail, aQuestion, texts }
}

const aBuyerSellerListing = async (piazza: Awaited<ReturnType<typeof aPiazzaWithThreads>>) => {
  const seller = await piazza.aMember({ hasAd: true })
  return {
    seller,
    buyer: await piazza.aMember({ hasAd: true }),
    listing: await piazza.aListing({ by: seller, name: 'Bici' }),
  }
}
