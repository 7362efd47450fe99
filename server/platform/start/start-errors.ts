import { SettingError, type Settings } from '#server/settings.ts'

/** A cause outside of the settings, told in one line. It may pass, so the service manager starts Piazza again. */
export class StartFailure extends Error {}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
// SQLSTATE: invalid password, invalid authorization, database does not exist.
const REFUSED = new Set(['28P01', '28000', '3D000'])

const codeOf = (error: unknown): string => {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] }
  return code ?? errors?.[0]?.code ?? ''
}

/** Returns an error of opening the database as one line, without the password of its URL. */
export const explainDatabaseError = (error: unknown, { databaseUrl }: Pick<Settings, 'databaseUrl'>): unknown => {
  if (!databaseUrl) return error
  const { host, pathname } = new URL(databaseUrl)
  const code = codeOf(error)
  if (UNREACHABLE.has(code))
    return new StartFailure(`Il database ${host} non risponde (${code}): è avviato? DATABASE_URL è giusta?`)
  if (REFUSED.has(code))
    return new SettingError(
      `Il database ${host}${pathname} rifiuta il collegamento (${(error as Error).message}): controlla DATABASE_URL.`,
    )
  return error
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
