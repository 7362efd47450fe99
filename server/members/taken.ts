import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'

const MESSAGE_OF: Record<string, string> = {
  member_username_key_key: ACCOUNT_MESSAGES.usernameTaken,
  member_email_key_key: ACCOUNT_MESSAGES.emailTaken,
}

/** Runs a change that the database refuses when a username or an address is somebody else's. */
export const unlessTaken = async <T>(change: Promise<T>): Promise<T> => {
  try {
    return await change
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const message = MESSAGE_OF[constraint ?? '']
    throw message ? new AppError('conflict', message) : error
  }
}
