import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import { TRANSFER_MESSAGES } from '#domain/transfers.ts'
import { ApiError } from '#web/client.ts'
import { FormError } from '#web/ui/form/form-state.ts'

/** A transfer that may need the password: the field is shown once the server asks for it. */
export const usePasswordIfNeeded = () => {
  const [isNeeded, setIsNeeded] = useState(false)
  const attempt = async <T>(data: FormData, send: (password: string | undefined) => Promise<T>): Promise<T> => {
    try {
      return await send(isNeeded ? String(data.get('password') ?? '') : undefined)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error
      if (error.message === TRANSFER_MESSAGES.passwordNeeded) setIsNeeded(true)
      if (error.message === ACCOUNT_MESSAGES.wrongPassword) throw new FormError(error.message, 'password')
      throw error
    }
  }
  return { isNeeded, attempt }
}
