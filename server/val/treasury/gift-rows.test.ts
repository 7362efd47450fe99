import { expect, test } from 'vitest'
import { readGifts } from '#server/val/treasury/gift-rows.ts'

test('a spreadsheet’s file is read: commas or semicolons, quotes, line breaks, a byte order mark, empty rows', () => {
  expect(readGifts('username,amount,note\nanna,12.50,"Pane, e\nlatte"\n')).toEqual({
    gifts: [{ row: 2, username: 'anna', amount: 12_50, note: 'Pane, e latte' }],
    errors: [],
  })
  expect(readGifts('\uFEFFUsername;Amount\r\nanna;12,5\r\n\r\nbruno;3\r\n;\r\n')).toEqual({
    gifts: [
      { row: 2, username: 'anna', amount: 12_50, note: '' },
      { row: 4, username: 'bruno', amount: 3_00, note: '' },
    ],
    errors: [],
  })
  expect(readGifts('note,amount,username\n"dice ""ciao""",1,anna').gifts).toEqual([
    { row: 2, username: 'anna', amount: 1_00, note: 'dice "ciao"' },
  ])
})

test.each([
  ['', 1, 'La prima riga deve dire'],
  ['nome,importo\nanna,5', 1, 'La prima riga deve dire'],
  ['username,amount,altro\nanna,5,x', 1, 'La prima riga deve dire'],
  ['username,amount,amount\nanna,5,5', 1, 'La prima riga deve dire'],
  ['username,amount\n', 2, 'nessuna persona'],
  ['username,amount\nanna', 2, 'stesse colonne'],
  ['username,amount\nanna,5,6', 2, 'stesse colonne'],
  ['username,amount\nanna,"5', 2, 'virgolette'],
  ['username,amount\n,5', 2, 'Manca il nome utente'],
  ['username,amount\nanna,', 2, 'Manca l’importo'],
  ['username,amount\nanna,molti', 2, 'non è un numero'],
  ['username,amount\nanna,1e30', 2, 'non è un numero'],
  ['username,amount\nanna,NaN', 2, 'non è un numero'],
  ['username,amount\nanna,1.234', 2, 'due decimali'],
  ['username,amount\nanna,1.000', 2, 'nessun punto per le migliaia'],
  ['username;amount\nanna;12,000', 2, 'nessun punto per le migliaia'],
  ['username,amount\nanna,"1.234,50"', 2, 'non è un numero'],
  ['username,amount\nanna,-5', 2, 'maggiore di zero'],
  ['username,amount\nanna,0', 2, 'maggiore di zero'],
  ['username,amount\nanna,99999999999', 2, 'troppo grande'],
  ['username,amount\nanna,=1+1', 2, 'formula'],
  ['username,amount\n=cmd(),5', 2, 'formula'],
  ['username,amount,note\nanna,5,=HYPERLINK("http://x")', 2, 'formula'],
  ['username,amount,note\nanna,5,@SUM(A1)', 2, 'formula'],
  [`username,amount,note\nanna,5,${'x'.repeat(141)}`, 2, 'troppo lunga'],
  ['username,amount,note\nanna,5,a\u0000b', 2, 'caratteri'],
])('%j is refused with the row and the reason', (csv, row, message) => {
  expect(readGifts(csv)).toEqual({ gifts: [], errors: [{ row, message: expect.stringContaining(message) }] })
})

test('of a file with too many rows the rest is not read', () => {
  const csv = `username,amount\n${'anna,5\n'.repeat(10_001)}"a quote that is not closed`
  expect(readGifts(csv)).toEqual({
    gifts: [],
    errors: [{ row: 10_002, message: 'Al massimo 10.000 righe per volta: dividi il file.' }],
  })
})
