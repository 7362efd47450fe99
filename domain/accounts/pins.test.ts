import { expect, test } from 'vitest'
import { isTrivialPin } from '#domain/accounts/pins.ts'

test.each([
  ...['000000', '111111', '121212', '112211', '123123', '123456', '234567', '890123', '654321', '321098'],
  ...['150384', '840315', '031584', '311299', '198407', '071984', '200100', '752026'],
])('%s is a PIN that is easily guessed', (pin) => {
  expect(isTrivialPin(pin)).toBe(true)
})

test.each(['314159', '271828', '483920', '905173', '662079', '739482'])('%s is not', (pin) => {
  expect(isTrivialPin(pin)).toBe(false)
})
