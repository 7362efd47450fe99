import { readBounce } from '#server/talk/mail/bounces.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { NewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'

type Parts = {
  store: NewslettersStore
  mail: Mail
  /** The domain of our Message-IDs. */
  domain: string
}

export type Returned = ReturnType<typeof makeReturned>

/** Mails that bounced after the mail server had accepted them. */
export const makeReturned = ({ store, mail, domain }: Parts) => ({
  /** Records a delivery status notification; returns false if the message is not one about a mail of ours. */
  async note(message: string): Promise<boolean> {
    const bounce = await readBounce(message, domain)
    if (!bounce) return false
    return store.transaction(async (tx) => {
      const mailId = await mail.noteBounce(tx, bounce)
      if (mailId === undefined) return false
      await store.recordReturned(tx, mailId)
      return true
    })
  },
})
