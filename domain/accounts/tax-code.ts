// The codice fiscale: sixteen characters for people, eleven digits for associations. The last character is a check character.
const PERSON = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/
const ASSOCIATION = /^\d{11}$/

// Values of the characters in odd positions (the first is 1), by the value they have in even ones.
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const evenValueOf = (character: string): number =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 'A'.charCodeAt(0)

const checkLetter = (code: string): string => {
  const sum = [...code.slice(0, 15)]
    .map((character, index) => (index % 2 === 0 ? (ODD[evenValueOf(character)] ?? 0) : evenValueOf(character)))
    .reduce((all, value) => all + value, 0)
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits]
    .map((digit, index) => (index % 2 === 0 ? Number(digit) : Number(digit) * 2))
    .reduce((all, value) => all + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

export const TAX_CODE_INVALID = 'Controlla il codice fiscale: c’è un errore di scrittura.'

/** Expects upper case. An empty code is valid: the field is optional. */
export const isTaxCode = (code: string): boolean => {
  if (code === '') return true
  if (ASSOCIATION.test(code)) return hasCheckDigit(code)
  return PERSON.test(code) && code.at(-1) === checkLetter(code)
}
