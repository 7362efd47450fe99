import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, CommandFailure, print, UsageError } from '#server/admin/command.ts'
import { siteOf } from '#server/association/settings/current.ts'
import { probeMailIn } from '#server/talk/inbound/receiver.ts'
import { newTestAddress } from '#server/talk/inbound/test-address.ts'
import { renderMail } from '#server/talk/mail/render.ts'
import { senderOf, smtpSender } from '#server/talk/mail/smtp.ts'

const WAIT_MS = 60_000
const LOOK_MS = 500

export const testMailIn: Command = {
  name: 'test-mail-in',
  usage: 'test-mail-in',
  does: 'prova la posta in arrivo: apre la casella, si manda un’e-mail e aspetta che Piazza la riceva',
  async run(args, context) {
    if (args.length > 0) throw new UsageError('Questo comando non ha argomenti.')
    const { mail, site: technical, association } = context.settings
    const { inUrl, inAddress, smtpUrl } = mail
    if (!inUrl || !inAddress)
      throw new UsageError(
        'Impostazioni MAIL_IN_URL e MAIL_IN_ADDRESS mancanti: alle e-mail si risponde solo dal sito.',
      )
    const unread = await probeMailIn(inUrl).catch((cause) => {
      throw new CommandFailure(`La posta in arrivo non funziona (${new URL(inUrl).protocol}//…): ${cause.message}`)
    })
    print(
      unread === undefined
        ? 'Il server di posta può consegnare a Piazza.'
        : `La casella si apre. Da leggere: ${unread}.`,
    )
    if (!smtpUrl) return
    const hasArrived = await context.hasArrived()
    const site = siteOf(technical, association)
    const content = { subject: 'Prova della posta in arrivo', greeting: 'Ciao,', paragraphs: ['Questa è una prova.'] }
    const send = smtpSender({ url: smtpUrl, from: () => senderOf(mail.from, site), publicUrl: site.publicUrl })
    const recipient = newTestAddress(inAddress)
    const createdAt = new Date()
    await send({ id: 0, recipient, ...renderMail(content, site), headers: {}, createdAt, expiresAt: null }).catch(
      (cause) => {
        throw new CommandFailure(
          `Il server di posta ${new URL(smtpUrl).host} non prende ${recipient}: ${cause.message}`,
        )
      },
    )
    const deadline = performance.now() + WAIT_MS
    while (performance.now() < deadline) {
      if (await hasArrived(recipient)) return print(`Un’e-mail per ${recipient} è arrivata a Piazza.`)
      await sleep(LOOK_MS)
    }
    throw new CommandFailure(
      `L’e-mail per ${recipient} è partita ma non è arrivata entro un minuto: Piazza è in funzione? ` +
        'La posta di quel dominio arriva qui (record MX, server di posta)?',
    )
  },
}
