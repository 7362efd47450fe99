import { useState } from 'react'
import { TRANSFER_MESSAGES } from '#domain/transfers.ts'
import { ApiError } from '#web/client.ts'

/** A transfer that may need the password: the field is shown once the server asks for it. */
export const usePasswordIfNeeded = () => {
  const [isNeeded, setIsNeeded] = useState(false)
  const attempt = async <T>(data: FormData, send: (password: string | undefined) => Promise<T>): Promise<T> => {
    try {
      return await send(isNeeded ? String(data.get('password') ?? '') : undefined)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error
      if (error.message === TRANSFER_MESSAGES.passwordNeeded) setIsNeeded(true)
      throw error
    }
  }
  return { isNeeded, attempt }
}
