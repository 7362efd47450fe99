import { expect } from '@playwright/test'

const pathIn = (html: string, start: string) => new RegExp(`href="https?://[^/"]+(${start}[^"]*)"`).exec(html)?.[1]

/** The newest link to a path that begins with `start` in the mails to an address, as the local mailbox shows them. */
export const linkInMail = async (origin: string, address: string, start: string): Promise<string> => {
  const read = async (path: string) => (await fetch(`${origin}${path}`)).text()
  let found: string | undefined
  const look = async () => {
    const entries = [...(await read('/posta')).matchAll(/<li><a href="(\/posta\/\d+)">[^<]*<\/a> – ([^,<]*),/g)]
    for (const [, path = '', recipient] of entries) {
      if (recipient === address && !found) found = pathIn(await read(path), start)
    }
    return found
  }
  await expect.poll(look, { message: `a mail to ${address} with a link to ${start}` }).toBeDefined()
  return (found ?? '').replaceAll('&amp;', '&')
}

/** Waits for a mail to an address whose subject contains the text. */
export const expectMail = async (origin: string, address: string, subject: string): Promise<void> => {
  const hasArrived = async () =>
    (await (await fetch(`${origin}/posta`)).text())
      .split('<li>')
      .some((entry) => entry.includes(address) && entry.split('</a>')[0]?.includes(subject))
  await expect.poll(hasArrived, { message: `a mail to ${address} about: ${subject}` }).toBe(true)
}
