/** Shorter ones could be guessed by whoever gets the file. */
export const MIN_PASSPHRASE = 16
export const MAX_PASSPHRASE = 200
export const PASSPHRASE_TOO_SHORT = `La frase segreta deve avere almeno ${MIN_PASSPHRASE} caratteri.`
/** Added to the name of a backup that is encrypted. */
export const ENCRYPTED_SUFFIX = '.enc'
