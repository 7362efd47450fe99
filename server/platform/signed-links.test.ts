import { expect, test } from 'vitest'
import { makeSignedLinks } from '#server/platform/signed-links.ts'

const links = makeSignedLinks('a secret', 'leave notices')
const code = links.issue('rosa', 'digest')

test('a signed link names its fields, and one sent by an earlier version stays valid', () => {
  expect(links.read(code)).toEqual(['rosa', 'digest'])
  expect(code).toBe('rosa.digest.T5OmwE3U3NTO_s-RMrheaEpjnC0OIQPPqc9L9y6f3To')
})

test('a link with other fields, for another purpose or signed with another secret is not genuine', () => {
  const signature = code.split('.')[2]
  for (const forged of [
    `ugo.digest.${signature}`,
    `rosa digest.${signature}`,
    `rosa.${signature}`,
    `${code}x`,
    signature ?? '',
    'rosa.digest',
    '',
    makeSignedLinks('a secret', 'still valid').issue('rosa', 'digest'),
    makeSignedLinks('another secret', 'leave notices').issue('rosa', 'digest'),
  ])
    expect(links.read(forged), forged).toBeUndefined()
})
