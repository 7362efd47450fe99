import { MAX_PHONE, PHONE_INVALID, PHONE_PATTERN } from '#domain/accounts/members.ts'
import { line } from '#domain/base/text.ts'

const PHONE = new RegExp(`^(?:${PHONE_PATTERN})$`)

/** A telephone number, or empty. */
export const Phone = line(MAX_PHONE).refine((text) => text === '' || PHONE.test(text), PHONE_INVALID)
