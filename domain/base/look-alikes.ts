// Letters of other scripts that look like Latin ones (Unicode UTS 39), and scripts in which most letters do.
const CYRILLIC = 'АВЕЅІЈКМНОРСТУХҮаеѕіјорсухүһԁԛԝ'
const GREEK = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ'
const LOOK_ALIKE = new RegExp(
  `[${CYRILLIC}${GREEK}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Script=Coptic}\\p{Script=Deseret}\\p{Script=Lisu}]`,
  'u',
)
const LATIN = /\p{Script=Latin}/u
const WORD = /\p{L}+/gu

const readsAsLatin = (letter: string): boolean => LATIN.test(letter) || LOOK_ALIKE.test(letter)

/**
 * Whether a name imitates Latin letters with those of other scripts: in a word that mixes both, or in a whole text that could
 * be read as Latin. Names in another script, and with single signs of it such as π or Ω, are fine.
 */
export const imitatesLatin = (text: string): boolean => {
  if (!LOOK_ALIKE.test(text)) return false
  const words = text.match(WORD) ?? []
  return (
    words.some((word) => LATIN.test(word) && LOOK_ALIKE.test(word)) ||
    words.every((word) => [...word].every(readsAsLatin))
  )
}
