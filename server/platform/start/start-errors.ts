import { isDatabaseUnavailable, isTlsFailure } from '#server/platform/db/failures.ts'
import { SettingError, type Settings } from '#server/settings.ts'

/** A cause outside of the settings, told in one line. It may pass, so the service manager starts Piazza again. */
export class StartFailure extends Error {}

// SQLSTATE: invalid password, invalid authorization, database does not exist.
const REFUSED = new Set(['28P01', '28000', '3D000'])
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/

const codeOf = (error: unknown): string => {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] }
  return code ?? errors?.[0]?.code ?? ''
}

/** A file that the URL names, such as the one of sslrootcert, which is read before anything is sent. */
const unreadableFile = (error: unknown): string | undefined => {
  const { syscall, path } = error as NodeJS.ErrnoException
  return syscall === 'open' ? path : undefined
}

/** Returns an error of opening the database as one line, without the password of its URL. */
export const explainDatabaseError = (error: unknown, { databaseUrl }: Pick<Settings, 'databaseUrl'>): unknown => {
  if (!databaseUrl || !(error instanceof Error)) return error
  const { host, pathname } = new URL(databaseUrl)
  const [code, file] = [codeOf(error), unreadableFile(error)]
  if (file)
    return new SettingError(
      `Impostazione DATABASE_URL sbagliata: il file ${file} che nomina non si può leggere (${code}).`,
    )
  if (REFUSED.has(code))
    return new SettingError(
      `Il database ${host}${pathname} rifiuta il collegamento (${error.message}): controlla DATABASE_URL.`,
    )
  if (isTlsFailure(error))
    return new SettingError(
      `Il collegamento cifrato con il database ${host} non riesce (${error.message}): controlla sslmode e sslrootcert in DATABASE_URL.`,
    )
  if (!isDatabaseUnavailable(error)) return error
  return new StartFailure(
    SQLSTATE.test(code)
      ? `Il database ${host} ora non accetta collegamenti (${error.message}).`
      : `Il database ${host} non risponde (${code || error.message}): è avviato? DATABASE_URL è giusta?`,
  )
}

/** Returns an error of opening the port as one line. */
export const explainPortError = (error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): unknown => {
  if (codeOf(error) === 'EADDRINUSE')
    return new StartFailure(`La porta ${port} è già usata da un altro programma: chiudilo, o scegli un’altra PORT.`)
  if (codeOf(error) === 'EACCES')
    return new SettingError(`La porta ${port} è riservata: scegli una PORT da 1024 in su, o metti un proxy davanti.`)
  if (codeOf(error) === 'EADDRNOTAVAIL')
    return new SettingError(`Impostazione HOST sbagliata: ${host} non è un indirizzo di questa macchina.`)
  return error
}
