import { randomBytes } from 'node:crypto'

// The address of the mail with which the command test-mail-in tries whether mails arrive.

const TEST_ADDRESS = /\+prova-[0-9a-f]{16}@/

/** Another one each time, so that no other mail is taken for it. */
export const newTestAddress = (address: string): string =>
  address.replace('@', `+prova-${randomBytes(8).toString('hex')}@`)

export const testAddressIn = (recipients: string[]): string | undefined =>
  recipients.find((recipient) => TEST_ADDRESS.test(recipient))
