import { type Command, CommandFailure, print, UsageError } from '#server/admin/command.ts'
import { siteOf } from '#server/association/settings/current.ts'
import { renderMail } from '#server/talk/mail/render.ts'
import { senderOf, smtpSender } from '#server/talk/mail/smtp.ts'

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/

export const testMail: Command = {
  name: 'test-mail',
  usage: 'test-mail INDIRIZZO',
  does: 'manda subito un’e-mail di prova e dice che cosa risponde il server di posta',
  async run([address = '', ...rest], { settings }) {
    if (!ADDRESS.test(address) || rest.length > 0)
      throw new UsageError('Scrivi a chi mandarla, per esempio maria@esempio.it.')
    const { mail } = settings
    // From the environment, because the command does not open the database.
    const site = siteOf(settings.site, settings.association)
    if (!mail.smtpUrl)
      throw new UsageError('Impostazione SMTP_URL mancante: senza un server di posta le e-mail non partono.')
    const content = {
      subject: 'E-mail di prova',
      greeting: 'Ciao,',
      paragraphs: ['Questa è una prova: se la leggi, le e-mail della piazza partono e arrivano.'],
    }
    const send = smtpSender({ url: mail.smtpUrl, from: () => senderOf(mail.from, site), publicUrl: site.publicUrl })
    const createdAt = new Date()
    const row = { id: 0, recipient: address, ...renderMail(content, site), headers: {}, createdAt, expiresAt: null }
    await send(row).catch((cause) => {
      throw new CommandFailure(
        `Il server di posta ${new URL(mail.smtpUrl ?? '').host} non l’ha presa: ${cause.message}`,
      )
    })
    print(`Il server di posta l’ha presa per ${address}: controlla che arrivi, anche nello spam.`)
  },
}
