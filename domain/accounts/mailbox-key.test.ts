import { expect, test } from 'vitest'
import { mailboxKey } from '#domain/accounts/mailbox-key.ts'

test.each([
  ['Rosa@Esempio.test', 'rosa@esempio.test'],
  ['rosa+piazza@esempio.test', 'rosa@esempio.test'],
  ['r.o.s.a+x@googlemail.com', 'rosa@gmail.com'],
  ['rosa.bo@esempio.test', 'rosa.bo@esempio.test'],
])('%s is the mailbox %s', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})
