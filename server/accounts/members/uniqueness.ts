import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError, type FieldErrors } from '#domain/base/errors.ts'

const USERNAME_TAKEN = { username: ACCOUNT_MESSAGES.usernameTaken }
const ERRORS_OF: Record<string, FieldErrors> = {
  member_username_key_key: USERNAME_TAKEN,
  member_username_skeleton_key: USERNAME_TAKEN,
  member_email_key_key: { email: ACCOUNT_MESSAGES.emailTaken },
}

/** Converts a unique violation on username or address into a 409 with a message. */
export const refuseIfTaken = async <T>(change: Promise<T>): Promise<T> => {
  try {
    return await change
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const errors = ERRORS_OF[constraint ?? '']
    const [message] = Object.values(errors ?? {})
    throw message ? new AppError('conflict', message, { errors }) : error
  }
}
