import { expect, test } from 'vitest'
import { aPiazzaWithReplies, replyToIn } from '#test/mail-in.ts'
import { aReply, part } from '#test/reply-shapes.ts'

test.each([
  ['Cc', (to: string) => ({ to, header: 'Cc: Terzo <terzo@posta.example>\n' })],
  ['To', (to: string) => ({ to: `terzo@posta.example>, Piazza <${to}` })],
  [
    'Cc, after many others',
    (to: string) => ({ to, header: `Cc: ${'Anna <risposte@localhost>, '.repeat(30)}x@y.example\n` }),
  ],
])(
  'a reply that shows its address to others (%s) waits for the member, and its address ends',
  async (_, recipients) => {
    const { answer, aQuestion, texts, lastMail, call, read, write, pass, services } = await aPiazzaWithReplies()
    const { buyer, seller, to, from, thread } = await aQuestion()
    expect(await answer('Sì, è libera.', { from, ...recipients(to), recipients: [to] })).toBe('asked')
    const question = await lastMail(seller)
    expect(question?.text).toContain('è andata anche ad altri')
    expect(question?.text).toContain('non vale più')
    // The third person writes with the address of the member as the sender.
    expect(await answer('Mandami i soldi su un altro conto.', { from, to })).toBe('unknown')
    expect(await texts(buyer, thread)).toEqual(['È ancora libera?'])
    const code = question?.text.match(/\/risposta\/(\S+)/)?.[1]
    expect((await call('POST', `/api/replies/${code}`, { body: {} })).status).toBe(200)
    expect(await texts(buyer, thread)).toEqual(['È ancora libera?', 'Sì, è libera.'])

    await read(seller, thread)
    await write(buyer, thread, 'Passo domani?')
    pass(6)
    await services.notices.sendDue()
    const next = replyToIn(await lastMail(seller))
    expect(next).toMatch(/^risposte\+[0-9a-f]{32}@localhost$/)
    expect(next).not.toBe(to)
    expect(await answer('A domani.', { from, to: next })).toBe('posted')
  },
)

test('copies to oneself and to Piazza are no other people', async () => {
  const { answer, aQuestion } = await aPiazzaWithReplies()
  const { to, from } = await aQuestion()
  const header = `Cc: ${from.toUpperCase()}, "Piazza" <piazza@localhost>, risposte@localhost\n`
  expect(await answer('Sì, è libera.', { from, to, header })).toBe('posted')
})

test('an address written as the name of a recipient is nobody else', async () => {
  const { deliver, aQuestion } = await aPiazzaWithReplies()
  const { to, from } = await aQuestion()
  const raw = aReply(part('Sì, è libera.'), { from, to })
    .toString()
    .replace(/^To: .*$/m, `To: "'${to}'" <${to}>`)
  expect(await deliver(Buffer.from(raw))).toBe('posted')
})
