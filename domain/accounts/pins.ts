// Must not import zod: browsers load this file.

export const PIN_TRIVIAL =
  'Questo PIN si indovina: scegline un altro, senza cifre ripetute o in fila e senza date o anni.'

const isSequence = (digits: number[], step: 1 | 9): boolean =>
  digits.every((digit, index) => index === 0 || digit === ((digits[index - 1] ?? 0) + step) % 10)

const isRepeated = (pin: string): boolean =>
  [1, 2, 3].some((length) => pin === pin.slice(0, length).repeat(pin.length / length))

/** 150384, 840315 or 031584 for 15 March 1984. */
const isDate = (pin: string): boolean => {
  const [first, second, third] = [0, 2, 4].map((from) => Number(pin.slice(from, from + 2))) as [number, number, number]
  const isDayOfMonth = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12
  return isDayOfMonth(first, second) || isDayOfMonth(second, first) || isDayOfMonth(third, second)
}

const hasYear = (pin: string): boolean => /^(19\d|20[0-4])\d|(19\d|20[0-4])\d$/.test(pin)

/** Whether a PIN of six digits is among the first that somebody would try. */
export const isTrivialPin = (pin: string): boolean => {
  const digits = [...pin].map(Number)
  return (
    new Set(digits).size < 3 ||
    isSequence(digits, 1) ||
    isSequence(digits, 9) ||
    isRepeated(pin) ||
    isDate(pin) ||
    hasYear(pin)
  )
}
