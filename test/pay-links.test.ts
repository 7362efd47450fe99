import { parse } from 'eth-url-parser'
import { expect, test } from 'vitest'
import { erc681, payPath, readPayLink } from '#domain/val/pay-links.ts'

const TOKEN = '0x9834Cb30a4f9D0d6610c5430521E1251f2De4D4a'
const ACCOUNT = '0x1bB065F0488e1eA35391dce253A939e3fF54Ad9E'

test('wallets of the chain read the request as a transfer of the token', () => {
  const uri = erc681({ token: TOKEN, chainId: 5, account: ACCOUNT, amount: 12_50 })
  expect(uri).toBe(`ethereum:${TOKEN}@5/transfer?address=${ACCOUNT}&uint256=1250`)
  expect(parse(uri)).toMatchObject({
    scheme: 'ethereum',
    target_address: TOKEN,
    chain_id: '5',
    function_name: 'transfer',
    parameters: { address: ACCOUNT, uint256: '1250' },
  })
  expect(parse(erc681({ token: TOKEN, chainId: 5, account: ACCOUNT })).parameters).toEqual({ address: ACCOUNT })
})

test('a link says whom to pay, how much and for what, and is read back as it was written', () => {
  expect(payPath({ username: 'FORNO', amount: 12_50, note: 'Pane' })).toBe('/paga/FORNO?importo=12,50&nota=Pane')
  expect(payPath({ username: 'FORNO' })).toBe('/paga/FORNO')
  for (const [username, amount, note] of [
    ['D’ALÌ & C.', 1_000_000_00, 'Pane & olio: 50% #1 «buono»?'],
    ['FORNO/../X', 1, 'città'],
  ] as const) {
    const url = new URL(payPath({ username, amount, note }), 'https://piazza.example')
    expect(decodeURIComponent(url.pathname.slice('/paga/'.length))).toBe(username)
    expect(readPayLink(url)).toEqual({ amount, note, isWrong: false })
  }
})

test.each([
  ['12,50', 12_50],
  ['12.5', 12_50],
  ['3', 3_00],
  ['0', undefined],
  ['1.000', undefined],
  ['1.000,00', undefined],
  ['-3', undefined],
  ['1e3', undefined],
  ['12,345', undefined],
  ['abc', undefined],
])('the amount %s of a link is %s hundredths', (text, amount) => {
  const url = new URL(`https://piazza.example/paga/FORNO?importo=${encodeURIComponent(text)}`)
  expect(readPayLink(url)).toEqual({ amount, note: '', isWrong: amount === undefined })
})
