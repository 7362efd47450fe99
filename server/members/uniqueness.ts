import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'

const MESSAGE_OF: Record<string, string> = {
  member_username_key_key: ACCOUNT_MESSAGES.usernameTaken,
  member_username_skeleton_key: ACCOUNT_MESSAGES.usernameTaken,
  member_email_key_key: ACCOUNT_MESSAGES.emailTaken,
}

/** Turns a unique violation on username or address into a conflict with a message. */
export const refuseIfTaken = async <T>(change: Promise<T>): Promise<T> => {
  try {
    return await change
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const message = MESSAGE_OF[constraint ?? '']
    throw message ? new AppError('conflict', message) : error
  }
}
