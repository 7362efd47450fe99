import type { Readable } from 'node:stream'
import { type Command, print, UsageError } from '#server/admin/command.ts'

// The report and the headers of the returned mail come first; what follows is not needed. The limit also bounds the parsing time: anybody
// can send a message of empty lines, and the parser takes 0.03 ms for each.
const MOST_BYTES = 128 * 1024

const readAll = async (input: Readable): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) break
  }
  return Buffer.concat(chunks).toString('latin1')
}

/** Run by a mail alias with the messages to MAIL_FROM. Succeeds also for other messages, which would otherwise bounce. */
export const bounce: Command = {
  name: 'bounce',
  usage: 'bounce < MESSAGGIO',
  does: 'annota un’e-mail tornata indietro (il rapporto di mancata consegna si legge dallo standard input)',
  async run(args, context) {
    if (args.length > 0) throw new UsageError('Il messaggio si legge dallo standard input.')
    const isNoted = await (await context.returnedMails()).note(await readAll(process.stdin))
    print(
      isNoted ? 'Annotata.' : 'Non è un rapporto di mancata consegna di una nostra e-mail: non c’è nulla da annotare.',
    )
  },
}
